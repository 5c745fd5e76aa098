// The top line: what the referee does now, and whose phone this is.

import { $, h, put, s, view } from "./dom.js";
import { LOOKING_ON, nameOf, person, sitDown } from "./names.js";

const MOVED_AWAY = "The camera seems to have been moved, or something hangs before it: put it back, or stop the referee and run referee calibrate.";
const SET_RIGHT = "The camera was moved; I set the zones right.";
const SAID_S = 30;

const STATES = {
  watching: ["watching", "The referee sees the table and waits for the next card.", "M8 3a5 5 0 1 0 .01 0z"],
  moving: ["cards moving", "The referee decides when the cards lie still.", "M2 6h3v4H2zM6.5 6h3v4h-3zM11 6h3v4h-3z"],
  arm: ["arm in view", "A hand is over the table; the referee waits until it is gone.", "M5 14V9L3 7l1-1 2 1V3h1.3v4h.7V2h1.3v5h.7V3h1.3v5H13v3l-1.5 3z"],
  lost: ["camera lost", "The camera does not see the table: check its cable, and that nothing covers it.", "M2 3.4 3.4 2 14 12.6 12.6 14zM1 5h2l8 8H1zM7 4h5v2l3-2v8L7 4z"],
  astray: ["camera moved?", MOVED_AWAY, "M2 3.4 3.4 2 14 12.6 12.6 14zM1 5h2l8 8H1zM7 4h5v2l3-2v8L7 4z"],
  paused: ["paused", "The referee is paused; nothing counts until it goes on.", "M4 3h3v10H4zM9 3h3v10H9z"],
  ended: ["game over", "This game is over. The referee keeps what it saw.", "M3 2h1.5v12H3zM5.5 3H14l-2 3 2 3H5.5z"],
  asking: ["asking", "The referee needs one answer from the table; anybody may give it.", "M8 2a4 4 0 0 0-4 4h2a2 2 0 1 1 3 1.7C7.6 8.5 7 9 7 11h2c0-1 .3-1.3 1.2-1.9A4 4 0 0 0 8 2zM7 12h2v2H7z"],
  connecting: ["connecting …", "This phone looks for the referee.", "M8 2a6 6 0 1 0 6 6h-2a4 4 0 1 1-4-4z"],
  reconnecting: ["reconnecting …", "This phone lost the referee and tries again by itself. It must be in the same Wi-Fi; what you see may be old.", "M8 2a6 6 0 1 0 6 6h-2a4 4 0 1 1-4-4v3l4-4-4-4z"],
};

export const showStatus = view("status", ({ link, game }) => word(link, game), (button, key) => {
  const [name, sentence, icon] = STATES[key] ?? [String(key), "", STATES.watching[2]];
  button.dataset.state = key;
  put(button, s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: icon })), h("span", {}, name));
  $("status-more").textContent = sentence;
});

// What the camera has to do with it stands among what matters now, for half a minute or until it is put back.
export const showCamera = view("camera", ({ game }) => about(game), (line, sentence) => {
  line.hidden = sentence === null;
  line.textContent = sentence ?? "";
});

function about({ status, camera, t }) {
  if (status === "astray") return MOVED_AWAY;
  const moved = camera?.moved_t ?? null;
  return moved !== null && (t ?? 0) - moved < SAID_S ? SET_RIGHT : null;
}

function word(link, game) {
  if (link !== "live") return link;
  if (game.question && ["watching", "moving", "arm"].includes(game.status)) return "asking";
  return game.status ?? "watching";
}

export const showMe = view("me", ({ game, me }) => ({ me, seats: people(game) }), (button, { me, seats }) => {
  const known = me !== null;
  button.hidden = seats.length === 0;
  put(button, me === LOOKING_ON ? "looking on" : known ? person(nameOf(seats, me)) : "whose phone?");
  button.setAttribute("aria-label", known && me !== LOOKING_ON ? `This phone is ${nameOf(seats, me)}'s. Change` : "Say whose phone this is");
  if (known) open("who", false);
  else open("who", seats.length > 0);
});

export function offerSeats(change) {
  return view("who", ({ game, me }) => ({ me, seats: people(game) }), (section, { me, seats }) => {
    const pick = (number) => () => { sitDown(seats, number); open("who", false); change(); };
    const one = (number, label) => h("button", { type: "button", click: pick(number), "aria-pressed": String(me === number) }, label);
    put(section, h("p", {}, "This phone is"), h("div", { class: "row" },
      seats.map(({ seat }) => one(seat, person(nameOf(seats, seat)))), one(LOOKING_ON, "just looking")));
  });
}

const people = (game) => (game.seats ?? []).map(({ seat, name }) => ({ seat, name }));

const OPENERS = { who: "me", "status-more": "status", words: "menu" };

function open(id, wanted) {
  $(id).hidden = !wanted;
  $(OPENERS[id]).setAttribute("aria-expanded", String(wanted));
}

put($("menu"), s("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: "M2 3h12v2H2zM2 7h12v2H2zM2 11h12v2H2z" })));
for (const [id, opener] of Object.entries(OPENERS)) $(opener).addEventListener("click", () => open(id, $(id).hidden));
