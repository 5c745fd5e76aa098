// The zones of the table over its picture: each is dragged whole or by a corner, with a finger or by keys.
// Outlines are in millimetres of the table; the homography takes them to the picture and back.

import { $, put, h, s } from "./dom.js";

const STEP_MM = 5;
const FINGER_PX = 22;
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const told = await (await fetch("zones")).json();
const svg = $("over");
const zones = told.zones.map(({ key, name, outline, rows }) => ({ key, name, rows, outline: copy(outline), proposed: outline }));
let chosen = null;

function copy(outline) { return outline.map(([x, y]) => [x, y]); }

function through([[a, b, c], [d, e, f], [g, i, j]], [x, y]) {
  const w = g * x + i * y + j;
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w];
}

const px = (point) => through(told.to_px, point);
const mm = (point) => through(told.to_mm, point);

// A zone stays where the camera sees it: a corner is drawn back to the rim of the picture.
function inside(point) {
  const [x, y] = px(point);
  const [width, height] = told.size;
  const kept = [Math.min(Math.max(x, 0), width), Math.min(Math.max(y, 0), height)];
  return kept[0] === x && kept[1] === y ? point : mm(kept);
}

function fits(outline) {
  return outline.every((corner) => inside(corner) === corner);
}

function draw(zone) {
  const corners = zone.outline.map(px);
  const scale = told.size[0] / Math.max(svg.clientWidth, 1);
  zone.shape.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
  place(zone.label, { x: middle[0], y: middle[1], "font-size": 14 * scale });
  corners.forEach(([cx, cy], number) => {
    place(zone.reaches[number], { cx, cy, r: FINGER_PX * scale });
    place(zone.dots[number], { cx, cy, r: 6 * scale });
  });
}

function place(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

// The corners of the chosen zone lie above all zones, so that a finger finds them.
function choose(zone) {
  for (const part of chosen ? [chosen.group, chosen.corners] : []) part.classList.remove("chosen");
  chosen = zone;
  for (const part of [zone.group, zone.corners]) part.classList.add("chosen");
}

// A move is [x, y] in mm for the zone whole, or for one corner.
function move(zone, from, by, corner) {
  const moved = from.map(([x, y], number) => (corner === null || corner === number ? [x + by[0], y + by[1]] : [x, y]));
  if (corner !== null) moved[corner] = inside(moved[corner]);
  if (corner === null && !fits(moved)) return;
  zone.outline = moved;
  $("said").textContent = "";
  draw(zone);
}

function at(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return mm([point.x, point.y]);
}

function draggable(element, zone, corner) {
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (chosen !== zone) choose(zone);
    element.focus({ preventScroll: true });
    element.setPointerCapture(event.pointerId);
    start = { at: at(event), outline: copy(zone.outline) };
  });
  element.addEventListener("pointermove", (event) => {
    if (!start) return;
    const now = at(event);
    move(zone, start.outline, [now[0] - start.at[0], now[1] - start.at[1]], corner);
  });
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => { start = null; });
  element.addEventListener("focus", () => { if (chosen !== zone) choose(zone); });
  element.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = event.shiftKey ? 1 : STEP_MM;
    move(zone, copy(zone.outline), [way[0] * step, way[1] * step], corner);
  });
}

function build(zone) {
  zone.shape = s("polygon", { class: zone.rows ? "zone rows" : "zone", tabindex: 0, role: "button", "aria-label": zone.name });
  zone.label = s("text", {}, zone.name);
  zone.dots = zone.outline.map(() => s("circle", { class: "dot" }));
  zone.reaches = zone.outline.map((_, number) => s("circle", {
    class: "reach", tabindex: 0, role: "button", "aria-label": `${zone.name}, corner ${number + 1}`,
  }));
  zone.corners = s("g", { class: "corners" }, ...zone.dots, ...zone.reaches);
  zone.group = s("g", {}, zone.shape, zone.label);
  draggable(zone.shape, zone, null);
  zone.reaches.forEach((reach, number) => draggable(reach, zone, number));
  svg.append(zone.group);
}

async function save() {
  $("save").disabled = true;
  const outlines = Object.fromEntries(zones.map(({ key, outline }) => [key, outline]));
  try {
    const answer = await fetch("zones", {
      method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ outlines }),
    });
    const { kept, error } = await answer.json();
    $("said").textContent = answer.ok ? `Saved in ${kept}. The referee can start.` : error;
  } catch {
    $("said").textContent = "The referee does not answer: is it still running?";
  }
  $("save").disabled = false;
}

place(svg, { viewBox: `0 0 ${told.size[0]} ${told.size[1]}` });
zones.forEach(build);
svg.append(...zones.map(({ corners }) => corners));
const redraw = () => zones.forEach(draw);
new ResizeObserver(redraw).observe(svg);
redraw();
put($("remarks"), told.remarks.map((text) => h("li", {}, text)));
$("save").addEventListener("click", save);
$("back").addEventListener("click", () => {
  for (const zone of zones) zone.outline = copy(zone.proposed);
  $("said").textContent = "";
  redraw();
});
if (told.live) setInterval(() => { $("still").src = `still.jpg?${Date.now()}`; }, 1000);
document.body.dataset.ready = "yes";
