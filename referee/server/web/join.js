// The page for joining: the address beside the code, and the other ones in case that does not open.

import { $ } from "./dom.js";

const { urls } = await (await fetch("join.json")).json();
$("address").textContent = urls[0].replace(/^http:\/\/|\/$/g, "");
if (urls.length > 1) {
  $("others").hidden = false;
  $("others").textContent = `If that does not open: ${urls.slice(1).map((url) => url.replace(/\/$/, "")).join(" or ")}`;
}
