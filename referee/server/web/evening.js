// The evening: points of all its hands, the tea, and who plays the next one.

import { h, put, view } from "./dom.js";
import { person } from "./names.js";

const pick = (now) => ({ game }) => (game.evening && Boolean(game.over) === now ? game.evening : null);

// Large, when a hand is over; a few lines below the players while one is on.
export const showEnd = view("evening", pick(true), (box, evening) => {
  box.hidden = !evening;
  put(box, evening && [evening.hands > 1 && points(evening), duties(evening), next(evening)]);
});

export const showScores = view("scores", pick(false), (section, evening) => {
  const { joining = [], hands = 0 } = evening ?? {};
  section.hidden = !joining.length && !hands;
  put(section, joining.length > 0 && h("p", {}, listed(joining), joining.length > 1 ? " join" : " joins", " the next hand"), hands > 0 && points(evening));
});

function points({ hands, standings }) {
  return h("table", {}, h("caption", { class: "small" }, `${hands === 1 ? "One hand" : `${hands} hands`} · fewest points lead`),
    h("tbody", {}, standings.map(({ place, name, points: sum, gained }) => h("tr", {},
      h("td", { class: "small" }, `${place}.`), h("th", { scope: "row" }, person(name)),
      h("td", {}, String(sum), h("span", { class: "small" }, sum === 1 ? " point" : " points")), h("td", { class: "small" }, `+${gained}`)))));
}

function duties({ tea, dealer }) {
  if (!tea && !dealer) return null;
  if (tea === dealer) return h("p", {}, person(tea), " makes the tea and deals");
  return h("p", {}, tea && [person(tea), " makes the tea"], tea && dealer && " · ", dealer && [person(dealer), " deals"]);
}

const next = ({ players }) => players.length > 0 && h("p", { class: "small" }, "Next hand: ", listed(players));

const listed = (names) => names.flatMap((name, place) => [place > 0 && ", ", person(name)]);
