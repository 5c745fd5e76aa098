// Elements made one by one, never from markup: whatever a name contains, it stays text.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...present(children));
  return element;
}

// Replaces what is in the element; null and false stand for nothing.
export function put(element, ...children) {
  element.replaceChildren(...present(children));
}

const present = (children) => children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);

function set(element, name, value) {
  if (typeof value === "function") element.addEventListener(name, value);
  else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
}

// Draws into the element only when what it shows has changed, so that focus and open rows stay.
export function view(id, pick, draw) {
  let shown = null;
  return (state) => {
    const picked = JSON.stringify(pick(state));
    if (picked === shown) return;
    const before = shown === null ? null : JSON.parse(shown);
    shown = picked;
    draw($(id), JSON.parse(picked), before);
  };
}

// Private windows may forbid storage: then a choice lasts until the page is closed.
const memory = new Map();

export const store = {
  get(key) {
    try { return localStorage.getItem(`referee.${key}`); } catch { return memory.get(key) ?? null; }
  },
  set(key, value) {
    memory.set(key, value);
    try {
      if (value === null) localStorage.removeItem(`referee.${key}`);
      else localStorage.setItem(`referee.${key}`, value);
    } catch { /* kept in memory above */ }
  },
};
