// Words that nobody asked for: somebody leaves, somebody joins, how the hand stands.

import { $, h, put, view } from "./dom.js";
import { nameOf, person } from "./names.js";
import { say } from "./live.js";

const LONGEST_NAME = 96; // more than any name may have: the referee says what is wrong with it
const LONGEST_POSITION = 20_000;
const EXAMPLE = "pagat play 1:3/4C,9D,KH/3 2:2-3/3x??/3 pile:1=7D turn:2";

const OUT = ["out", "go out of the game"];
const STAY = ["stay", "stay where they lie"];
const TAKEN = ["taken", "somebody takes over"];
const NOBODY = ["", "nobody takes the seat"];

const heard = h("p", { class: "said small", role: "status" });
const leaver = leaving();
const forms = [
  ["Somebody leaves", leaver.form],
  ["Somebody joins the next hand", joining()],
  ["Enter a position", entering()],
];
const openers = forms.map(([label, form]) => opener(label, form));
put($("words"), h("p", { class: "small" }, "Tell the referee"),
  forms.map(([, form], place) => h("div", { class: "word" }, openers[place], form)), heard);

export const showWords = view("words", ({ game }) => ({ seats: (game.seats ?? []).map(seated), next: game.over ? game.evening?.players ?? null : null, over: Boolean(game.over) }),
  (_, { seats, next, over }) => leaver.seat(next ? seats.filter(({ name }) => next.includes(name)) : seats, over));

const seated = ({ seat, name, out, up, down, hand }) => ({ seat, name, out, cards: Boolean(up?.length || down || hand?.[0]) });

function opener(label, form) {
  form.hidden = true;
  form.setAttribute("aria-label", label);
  return h("button", { type: "button", "aria-expanded": "false", click: () => unfold(form.hidden ? form : null) }, label);
}

// One form at a time, so that the page stays short.
function unfold(wanted) {
  heard.textContent = "";
  forms.forEach(([, form], place) => {
    form.hidden = form !== wanted;
    openers[place].setAttribute("aria-expanded", String(form === wanted));
  });
}

// A form with a button that says its word, once *word* gives one, and what the referee answers.
function telling(word, ...parts) {
  const said = h("p", { class: "said small", role: "status" });
  const button = h("button", { type: "submit", class: "go" }, "Tell the referee");
  const ready = () => { button.disabled = word() === null; };
  async function send(event) {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    said.textContent = "Telling the referee …";
    const trouble = await say(word());
    said.textContent = trouble ?? "";
    if (trouble) return ready();
    form.reset();
    unfold(null);
    heard.textContent = "Heard.";
  }
  const form = h("form", { submit: send, input: ready, reset: () => setTimeout(ready) }, parts, button, said);
  ready();
  return { form, ready };
}

function field(label, input) {
  return h("label", {}, h("span", { class: "small" }, label), input);
}

function nameField() {
  return h("input", { type: "text", maxlength: LONGEST_NAME, autocomplete: "off", autocapitalize: "words", enterkeyhint: "send" });
}

function joining() {
  const name = nameField();
  const word = () => (name.value.trim() ? { saying: "joins", value: name.value.trim() } : null);
  return telling(word, field("Name", name)).form;
}

function entering() {
  const text = h("textarea", { rows: 4, maxlength: LONGEST_POSITION, autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false", placeholder: EXAMPLE });
  const word = () => (text.value.trim() ? { saying: "position", value: text.value.trim() } : null);
  return telling(word, field("How the hand stands, in a line as the guide to written games says", text)).form;
}

function leaving() {
  let people = [];
  let over = false;
  let who = null;
  let fate = null;
  const name = nameField();
  const by = field("Who takes over", name);
  const seats = h("div", { class: "row", role: "group", "aria-label": "Who leaves" });
  const fates = h("div", { class: "fates", role: "group", "aria-label": "What becomes of it" });
  const about = h("p", { class: "small" });
  const told = telling(word, h("p", { class: "small" }, "Who leaves"), seats, about, fates, by);
  told.form.addEventListener("reset", () => { who = fate = null; draw(); });

  function word() {
    if (who === null || fate === null) return null;
    if (fate !== TAKEN[0]) return { saying: "leaves", seat: who, value: fate };
    return name.value.trim() ? { saying: "takes_over", seat: who, value: name.value.trim() } : null;
  }

  // Who is out has no cards that anything could become of; a seat that lies dead can only be taken over.
  const mayGo = ({ out, cards }) => over || out === null || out === undefined || (out === 0 && cards);

  function choices() {
    if (over) return [NOBODY, TAKEN];
    return people.find(({ seat }) => seat === who)?.out === 0 ? [TAKEN] : [OUT, STAY, TAKEN];
  }

  const choice = (label, chosen, click) => h("button", { type: "button", "aria-pressed": String(chosen), click }, label);

  function draw() {
    const there = people.filter(mayGo);
    if (!there.some(({ seat }) => seat === who)) who = null;
    if (who === null || !choices().some(([value]) => value === fate)) fate = null;
    put(seats, there.map(({ seat }) => choice(person(nameOf(people, seat)), seat === who, () => { who = seat; draw(); })));
    put(fates, who !== null && choices().map(([value, label]) => choice(label, value === fate, () => { fate = value; draw(); })));
    about.textContent = over ? "The seat" : "The cards";
    about.hidden = who === null;
    by.hidden = fate !== TAKEN[0];
    told.ready();
  }

  draw();
  return { form: told.form, seat(seats, isOver) { people = seats; over = isOver; draw(); } };
}
