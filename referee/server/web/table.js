// The table: the pile as drawn cards, which way play goes, what is left of the cards, what each player still has.

import { h, put, s, view } from "./dom.js";
import { chip, face, spoken } from "./cards.js";
import { nameOf, person } from "./names.js";

const TILT = [-4, 3, -2, 5, -5, 2, 4];
const SHOWN = 4;
const TURNING = "M12 4a8 8 0 1 0 7.6 5.5l-1.9.6A6 6 0 1 1 12 6v3l4.5-4L12 1z";

export function tableView(openPlay) {
  return view("table", pick, (section, now, before) => {
    put(section, pile(now, before, openPlay), h("div", { class: "facts" }, direction(now.direction), counts(now)));
    if (before && before.pile.count > 0 && now.pile.count === 0 && most(now.burnt) > most(before.burnt)) ash(section, before.pile);
  });
}

const pick = ({ game }) => ({
  pile: { top: null, count: 0, cards: [], ...game.pile },
  direction: game.direction ?? 1,
  burnt: game.burnt ?? 0,
  stock: game.stock ?? null,
  burn: burn(game),
});

// Who burnt the pile that is not there: the newest play that counted, when cards were laid and no pile is left.
function burn(game) {
  const last = (game.plays ?? []).find(({ what, ruling }) => what !== "taken_back" && ruling?.level !== "illegal");
  if (game.pile?.count !== 0 || !last || !["played", "flipped", "cleared"].includes(last.what)) return null;
  const moved = last.what === "cleared" || game.must_go === false;
  return { who: last.what === "cleared" ? null : nameOf(game.seats, last.seat), moved };
}

function pile({ pile: { top, count, cards }, burn: burnt }, before, openPlay) {
  if (!count) return h("div", { class: "pile empty" }, burnt ? ashes(burnt) : h("p", {}, "no pile"));
  const seen = cards.length ? cards : [top ?? "??"];
  const first = Math.max(0, seen.length - SHOWN);
  const fresh = before !== null && before.pile.count < count;
  const drawn = seen.slice(first).map((card, place) => laid(card, count - seen.length + first + place, fresh && first + place === seen.length - 1));
  return h("button", { type: "button", class: "pile", click: openPlay, "aria-label": `Pile: ${spoken(seen.at(-1))} on top. Show what the camera saw` }, drawn);
}

function laid(card, height, arrives) {
  const drawn = face(card, arrives ? "arrives" : "lies");
  drawn.style.setProperty("--tilt", `${TILT[((height % TILT.length) + TILT.length) % TILT.length]}`);
  return drawn;
}

const ashes = ({ who, moved }) => [
  h("p", { class: "burnt" }, "Burnt"),
  h("p", { class: "small" }, (who ? [person(who), " burnt the pile"] : "The pile is gone")),
  !moved && h("p", { class: "small" }, "Push it aside"),
];

function ash(section, { cards, top }) {
  const gone = face(cards.at(-1) ?? top ?? "??", "lies", "ash");
  gone.addEventListener("animationend", () => gone.remove());
  section.querySelector(".pile").append(gone);
}

function direction(way) {
  const name = way < 0 ? "anticlockwise" : "clockwise";
  return h("p", { class: `direction ${name}` }, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: TURNING })), name);
}

const counts = ({ pile: { count }, burnt, stock }) => h("dl", {}, [["pile", count], ["burnt", span(burnt)], ["stock", stock ? span(stock) : "?"]]
  .map(([word, number]) => h("div", {}, h("dt", {}, word), h("dd", {}, String(number)))));

// "3", or "2–4" where the referee is not sure.
function span(range) {
  if (!Array.isArray(range)) return String(range ?? "?");
  const [low, high] = range;
  return high === null || high === undefined ? `${low ?? 0}+` : low === high ? String(low) : `${low}–${high}`;
}

const most = (range) => (Array.isArray(range) ? range[1] : range) ?? 0;

export const showSeats = view("seats", ({ game }) => ({ seats: game.seats ?? [], turn: game.over ? null : game.turn?.seat ?? null }), (section, { seats, turn }) => {
  section.hidden = seats.length === 0;
  put(section, h("ul", {}, seats.map((seat) => player(seat, seats, seat.seat === turn)),
    h("li", { class: "small key" }, "hand + up + down")));
});

function player(seat, seats, turn) {
  const out = Number.isInteger(seat.out); // with the place, or 0 for who has left
  return h("li", { class: turn ? "turn" : "", "aria-current": turn ? "true" : null },
    h("div", { class: "line" },
      h("p", { class: "who" }, turn && h("span", { class: "marker", "aria-hidden": "true" }, "▸"), person(nameOf(seats, seat.seat))),
      h("p", { class: "layers" }, out ? gone(seat.out) : layers(seat))),
    !out && seat.up?.length > 0 && h("p", { class: "up" }, seat.up.map(chip)));
}

const gone = (place) => (place ? `out, ${ordinal(place)}` : "has left");

function layers({ hand, up, down }) {
  const parts = [span(hand), up?.length ?? 0, down ?? 0];
  return h("span", { "aria-label": `${parts[0]} in hand, ${parts[1]} face up, ${parts[2]} face down` }, parts.join("+"));
}

const ordinal = (place) => `${place}${{ one: "st", two: "nd", few: "rd" }[new Intl.PluralRules("en", { type: "ordinal" }).select(place)] ?? "th"}`;
