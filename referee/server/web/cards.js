// Cards as drawn: a face for the pile and the questions, a chip for a line of text.

import { h, s } from "./dom.js";

const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANKS = { J: "jack", Q: "queen", K: "king", A: "ace" };
const PATHS = {
  H: "M16 29C6 21.5 1.5 16 1.5 10A7.3 7.3 0 0 1 16 7.5 7.3 7.3 0 0 1 30.5 10C30.5 16 26 21.5 16 29z",
  D: "M16 1.5C19.5 7 23 11.5 27.5 16 23 20.5 19.5 25 16 30.5 12.5 25 9 20.5 4.5 16 9 11.5 12.5 7 16 1.5z",
  S: "M16 2C21 9 30 13 30 20A6.4 6.4 0 0 1 18 22.5C18 26.5 19.5 29 22.5 30H9.5C12.5 29 14 26.5 14 22.5A6.4 6.4 0 0 1 2 20C2 13 11 9 16 2z",
  C: "M16 2A6.7 6.7 0 0 1 21 13.1 6.7 6.7 0 1 1 18.2 22C18.3 26.3 19.5 29 22.5 30H9.5C12.5 29 13.7 26.3 13.8 22A6.7 6.7 0 1 1 11 13.1 6.7 6.7 0 0 1 16 2z",
};
const CODE = /^(10|[2-9JQKA])([CDHS])?$/;
const IN_TEXT = /\b(?:10|[2-9JQKA])[CDHS]\b/g;

export function parse(code) {
  const found = CODE.exec(code ?? "");
  return found ? { rank: found[1], suit: found[2] ?? null } : { rank: code === "JK" ? "JK" : "?", suit: null };
}

export const isCard = (code) => CODE.test(code) || code === "JK";

// A card with its suit: a lone number may be the seat of a player as well.
export const isFace = (code) => /[CDHS]$/.test(code) && isCard(code) || code === "JK" || code === "??";

export function spoken(code) {
  const { rank, suit } = parse(code);
  if (rank === "JK") return "joker";
  if (rank === "?") return "unread card";
  return (RANKS[rank] ?? rank) + (suit ? ` of ${SUITS[suit]}` : "");
}

export function face(code, ...classes) {
  const { rank, suit } = parse(code);
  return s("svg", { class: ["face", kind(rank, suit), ...classes].join(" "), viewBox: "0 0 63 88", role: "img", "aria-label": spoken(code) },
    s("rect", { class: "paper", x: 0.75, y: 0.75, width: 61.5, height: 86.5, rx: 5 }),
    index(rank, suit),
    suit && pip(suit, 24, 42, 33),
    suit && s("text", { class: "letter", x: 6, y: 82 }, suit));
}

function index(rank, suit) {
  if (rank === "JK") return [s("text", { class: "rank joker", x: 31.5, y: 52, "text-anchor": "middle" }, "JOKER")];
  const middle = suit || rank === "?" ? [] : [s("text", { class: "rank middle", x: 31.5, y: 74, "text-anchor": "middle" }, rank)];
  if (rank === "?") return [s("text", { class: "rank middle", x: 31.5, y: 62, "text-anchor": "middle" }, "?")];
  return [s("text", { class: rank === "10" ? "rank ten" : "rank", x: 6, y: 34 }, rank), ...middle];
}

export function chip(code) {
  const { rank, suit } = parse(code);
  return h("span", { class: `chip ${kind(rank, suit)}`, role: "img", "aria-label": spoken(code) },
    h("span", { "aria-hidden": "true" }, rank),
    suit && s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" }, s("path", { d: PATHS[suit] })));
}

function pip(suit, x, y, size) {
  return s("svg", { x, y, width: size, height: size, viewBox: "0 0 32 32" }, s("path", { d: PATHS[suit] }));
}

const kind = (rank, suit) => (suit ? `suit-${suit}` : rank === "?" ? "unread" : "no-suit");

// A sentence in which cards are drawn, and people's names left alone.
export function sentence(text, names = []) {
  const parts = [];
  let end = 0;
  for (const { 0: code, index } of text.matchAll(IN_TEXT)) {
    if (names.includes(code)) continue;
    parts.push(text.slice(end, index), chip(code));
    end = index + code.length;
  }
  return [...parts, text.slice(end)];
}
