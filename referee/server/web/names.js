// People: what a seat is called, and which of them this phone belongs to.

import { h, store } from "./dom.js";

export const LOOKING_ON = "-";

export function nameOf(seats, number) {
  const seat = (seats ?? []).find((one) => one.seat === number);
  return seat?.name || (Number.isInteger(number) ? `Seat ${number + 1}` : "Somebody");
}

export const person = (name) => h("bdi", { class: "name" }, name);

// The seat of this phone: a number, LOOKING_ON, or null while nobody has said.
export function mySeat(seats) {
  const kept = store.get("seat");
  if (kept === null || kept === LOOKING_ON) return kept;
  const cut = kept.indexOf(" ");
  const seat = (seats ?? []).find((one) => one.seat === Number(kept.slice(0, cut)));
  return seat && nameOf(seats, seat.seat) === kept.slice(cut + 1) ? seat.seat : null;
}

export function sitDown(seats, number) {
  store.set("seat", number === LOOKING_ON ? LOOKING_ON : `${number} ${nameOf(seats, number)}`);
}
