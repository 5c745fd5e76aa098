// What matters now: a ruling, a question, whose turn it is and what may follow.

import { h, put, s, view } from "./dom.js";
import { chip, face, isCard, isFace, sentence, spoken } from "./cards.js";
import { nameOf, person } from "./names.js";
import { say } from "./live.js";

const CROSS = "M3 1 8 6l5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5-5-5z";
const MARK = "M7 1h2v9H7zM7 12h2v2.5H7z";
const QUERY = "M8 1a4.5 4.5 0 0 0-4.5 4.5h2.3a2.2 2.2 0 1 1 3.3 1.9C7.6 8.3 7 9 7 11h2.2c0-1 .3-1.3 1.2-1.9A4.5 4.5 0 0 0 8 1zM7 12.5h2.2V15H7z";
const ALL_RANKS = 13;
const USUAL_S = 20;

export const showTurn = view("turn", ({ game, me }) => ({ turn: game.turn ?? null, over: game.over ?? null, seats: places(game), first: (game.evening?.hands ?? 0) < 2, me }),
  (box, { turn, over, seats, first, me }) => {
    const mine = !over && turn !== null && turn.seat === me;
    const words = over ? ending(over, seats) : turn ? whose(turn.seat, seats, mine) : ["Waiting for the first card"];
    document.body.classList.toggle("mine", mine);
    document.title = mine ? "YOUR TURN · Referee" : "Referee";
    put(box, h("h1", { class: mine || words.join("").length < 14 ? "" : "long" }, words.map(dressed)), over && first && standings(seats));
  });

const places = (game) => (game.seats ?? []).map(({ seat, name, out }) => ({ seat, name, out }));

// A heading is a list of texts; the first of several is a name.
const dressed = (text, place, words) => (words.length > 1 && place === 0 ? person(text) : text);

const whose = (seat, seats, mine) => (mine ? ["YOUR TURN"] : [nameOf(seats, seat), "’s turn"]);

function ending({ loser, winner }, seats) {
  if (Number.isInteger(loser)) return [nameOf(seats, loser), " is the Shithead"];
  if (Number.isInteger(winner)) return [nameOf(seats, winner), " wins"];
  return ["The game is over"];
}

function standings(seats) {
  const out = seats.filter(({ out }) => out > 0).sort((a, b) => a.out - b.out);
  return h("ol", { class: "standings" }, out.map(({ seat }) => h("li", {}, person(nameOf(seats, seat)))));
}

export const showMay = view("may", ({ game }) => (game.over ? null : game.turn ?? null), (box, turn) => {
  const ranks = turn?.ranks ?? [];
  box.hidden = !turn;
  put(box, h("p", {}, turn?.limit ?? ""),
    ranks.length > 0 && ranks.length < ALL_RANKS && h("ul", { class: "ranks", "aria-label": "may be played" }, ranks.map((rank) => h("li", {}, chip(rank)))));
});

// What the table has to know of; a question that is open says it better than its ruling.
function unsettled({ ruling, question }) {
  if (!ruling || ruling.level === "silent" || (ruling.level === "ask" && question)) return null;
  return ruling;
}

export const showRuling = view("ruling", ({ game }) => ({ ruling: unsettled(game), on: ground(game), names: (game.seats ?? []).map(({ name }) => name) }),
  (box, { ruling, on, names }) => {
    const illegal = ruling?.level === "illegal";
    box.hidden = !ruling;
    box.className = illegal ? "panel red" : "panel amber";
    document.body.classList.toggle("ruled", illegal);
    put(box, ruling && words(ruling, on, names));
  });

function words(ruling, on, names) {
  const illegal = ruling.level === "illegal";
  return [
    h("p", { class: "label" }, icon(illegal ? CROSS : MARK), illegal ? "Not allowed" : "Have a look", laid(ruling.cards ?? [], on)),
    h("p", { class: illegal ? "verdict" : "remedy" }, sentence(ruling.text ?? "", names)),
    ruling.remedy && h("p", { class: "remedy" }, sentence(ruling.remedy, names)),
    illegal && settle(ruling),
    (ruling.rule_ids ?? []).length > 0 && h("p", { class: "small" }, `Rule ${ruling.rule_ids.join(", ")} · ${plain(ruling.code)}`),
  ];
}

// The card that the play ruled on was laid upon.
const ground = ({ ruling, plays }) => (plays ?? []).find((play) => ruling && play.ruling?.id === ruling.id)?.on ?? null;

const laid = (cards, on) => cards.length > 0 && h("span", { class: "laid" }, cards.map(chip), on && [" on ", chip(on)]);

const plain = (code) => String(code ?? "").replaceAll("_", " ").toLowerCase();

function settle(ruling) {
  const told = (saying) => ({ saying, seat: ruling.seat ?? null, ref: String(ruling.id ?? "") });
  return answers([["taken_back", "Takes it back"], ["stands", "It stands"]].map(([saying, label]) => [told(saying), label, []]));
}

// Buttons that say a word and, once heard, wait for the referee to act on it.
function answers(options) {
  const said = h("p", { class: "said small", role: "status" });
  const buttons = options.map(([word, label, extra]) => h("button", { type: "button", click: () => send(word) }, label, extra));
  const enable = (on) => buttons.forEach((button) => { button.disabled = !on; });
  async function send(word) {
    enable(false);
    said.textContent = "Telling the referee …";
    const trouble = await say(word);
    said.textContent = trouble ?? "Heard.";
    if (trouble) enable(true);
    else setTimeout(() => enable(true), 3000);
  }
  return h("div", { class: "answers" }, h("div", { class: "row" }, buttons), said);
}

const icon = (path) => s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: path }));

export const showQuestion = view("question", ({ game, me }) => ({ question: game.question ?? null, me }), (box, { question, me }) => {
  box.hidden = !question;
  box.className = "panel amber";
  document.body.classList.toggle("asked", Boolean(question));
  put(box, question && [
    h("p", { class: "label" }, icon(QUERY), "A question"),
    h("p", { class: "verdict" }, question.text),
    answers(question.choices.map((choice) => option(question, choice, me))),
  ]);
});

function option(question, { value, label }, me) {
  const word = { saying: "answer", value, ref: question.id, seat: Number.isInteger(me) ? me : null };
  const drawn = isFace(value) && face(value, "choice");
  const holds = value === question.default && [h("small", {}, "unless you say otherwise"), h("i", { class: "fuse", "aria-hidden": "true" })];
  return [word, h("span", { class: "label" }, drawn, isCard(label) ? spoken(label) : label), holds];
}

// The line at the default answer runs out in the time of the pictures, which may stand still.
const asked = new Map();

export function burnFuse({ game, link }) {
  const fuse = document.querySelector("#question .fuse");
  if (!fuse || !game.question) return;
  const left = Math.max(0, game.question.expires_t - (game.t ?? 0));
  const whole = Math.max(left, asked.get(game.question.id) ?? USUAL_S);
  asked.set(game.question.id, whole);
  fuse.style.transition = "none";
  fuse.style.transform = `scaleX(${left / whole})`;
  fuse.getBoundingClientRect();
  if (link !== "live" || ["lost", "paused", "ended"].includes(game.status)) return;
  fuse.style.transition = `transform ${left}s linear`;
  fuse.style.transform = "scaleX(0)";
}
