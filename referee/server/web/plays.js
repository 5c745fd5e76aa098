// The last plays, newest first: who did what, the picture that the camera saw and how sure the referee is.

import { h, put, view } from "./dom.js";
import { chip, sentence, spoken } from "./cards.js";
import { nameOf, person } from "./names.js";

const opened = new Set();
let redraw = () => {};

export const showPlays = view("plays", ({ game }) => ({ plays: game.plays ?? [], game: game.game ?? "", names: (game.seats ?? []).map(({ seat, name }) => ({ seat, name })) }),
  (section, shown, before) => {
    redraw = () => draw(section, shown, null);
    draw(section, shown, before);
  });

function draw(section, { plays, game, names }, before) {
  const known = new Set((before?.plays ?? plays).map(({ id }) => id));
  put(section, h("h2", { class: "small" }, plays.length ? "Last plays" : "No card has been played yet"),
    h("ol", { class: "plays" }, plays.map((play) => row(play, game, names, !known.has(play.id)))));
}

export function openNewest(plays) {
  const newest = (plays ?? []).find(({ cards }) => cards?.length);
  if (!newest) return;
  opened.add(newest.id);
  redraw();
  document.querySelector(`[data-play="${CSS.escape(newest.id)}"]`)?.scrollIntoView({ block: "nearest" });
}

function toggle(id) {
  if (!opened.delete(id)) opened.add(id);
  redraw();
  document.querySelector(`[data-play="${CSS.escape(id)}"] button`)?.focus();
}

function row(play, game, seats, fresh) {
  const open = opened.has(play.id);
  const cards = play.cards ?? [];
  return h("li", { "data-play": play.id, class: fresh ? "fresh" : "" },
    h("button", { type: "button", "aria-expanded": String(open), click: () => toggle(play.id) },
      h("span", { class: "what" }, person(nameOf(seats, play.seat)), " ", deed(play, cards)),
      h("span", { class: "small how" }, [judged(play.ruling), play.unanswered && "nobody answered", sure(cards), play.wall?.slice(0, 5)].filter(Boolean).flatMap((part, place) => (place ? [" · ", part] : [part]))),
      h("span", { class: "crops" }, cards.slice(-3).map((card) => crop(card, game)))),
    open && detail(play, cards, game, seats));
}

const VERBS = { played: "", flipped: "turned over", taken_back: "took back", cleared: "moved the burnt pile aside" };

function deed({ what, on }, cards) {
  if (what === "picked_up") return [cards.length ? `picked up ${cards.length}` : "picked up the pile"];
  const verb = VERBS[what] ?? String(what).replaceAll("_", " ");
  const laid = what === "cleared" ? [] : cards.map(({ card }) => chip(card));
  return [verb, verb && laid.length ? " " : null, ...laid, on && laid.length && what !== "taken_back" ? [" on ", chip(on)] : null];
}

function judged(ruling) {
  const level = ruling?.level ?? ruling;
  if (level === "illegal") return h("strong", { class: "bad" }, "✕ not allowed");
  if (level === "suspicious" || level === "ask") return h("strong", { class: "odd" }, "! unclear");
  return null;
}

function sure(cards) {
  const known = cards.map(({ p }) => p).filter((p) => typeof p === "number");
  return known.length ? `${percent(Math.min(...known))} sure` : null;
}

function percent(p) {
  if (p > 0 && p < 0.01) return "under 1 %";
  return p >= 0.995 ? "over 99 %" : `${Math.round(p * 100)} %`; // no reading is beyond doubt
}

function crop({ crop: id, card }, game) {
  if (!id) return null;
  const source = `crops/${encodeURIComponent(id)}.jpg?game=${encodeURIComponent(game)}`;
  return h("img", { src: source, alt: `as the camera saw the ${spoken(card)}`, loading: "lazy", decoding: "async", error: ({ target }) => { target.hidden = true; } });
}

function detail(play, cards, game, seats) {
  return h("div", { class: "detail" },
    play.ruling?.text && h("p", {}, sentence(play.ruling.text, seats.map(({ name }) => name))),
    play.unanswered && h("p", {}, sentence(`${play.unanswered.question} Nobody answered: the default holds (${play.unanswered.default}).`, seats.map(({ name }) => name))),
    cards.map((card) => h("figure", {}, crop(card, game), h("figcaption", {}, readings(card)))),
    cards.length === 0 && h("p", { class: "small" }, "No card was read here."));
}

function readings({ card, p, alternatives }) {
  const others = (alternatives ?? []).filter(([name]) => name !== card);
  return [
    h("p", {}, chip(card), typeof p === "number" && ` ${percent(p)} sure`),
    h("p", { class: "small" }, others.length ? "It might also be" : "Nothing else comes near."),
    others.length > 0 && h("ul", {}, others.map(([name, chance]) => h("li", {}, chip(name), ` ${percent(chance)}`))),
  ];
}
