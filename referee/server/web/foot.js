// The last line: how others join, how suits are coloured, what is played.

import { h, put, store, view } from "./dom.js";

export const showFoot = view("foot", ({ game }) => ({ rules: game.rules ?? "", name: game.game ?? "" }), (foot, { rules, name }) => {
  put(foot,
    h("div", { class: "row" },
      h("a", { class: "button", href: "join" }, "QR code for others"),
      h("button", { type: "button", "aria-pressed": String(fourColours()), click: toggle }, "Four colours")),
    h("p", { class: "small" }, [rules && `Rules: ${rules}`, name && `game ${name}`].filter(Boolean).join(" · ")),
    h("p", { class: "small" }, "The camera films the table; pictures stay on the referee's computer. Free software, AGPL-3.0."));
});

const fourColours = () => store.get("suits") === "4";

function toggle({ currentTarget }) {
  store.set("suits", fourColours() ? null : "4");
  currentTarget.setAttribute("aria-pressed", String(fourColours()));
  colour();
}

export function colour() {
  document.body.classList.toggle("four", fourColours());
}
