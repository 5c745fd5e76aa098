// The live game: one snapshot, then what changes, by number; after a gap or a silence it connects again.

const SILENCE_MS = 10_000; // the referee gives a sign of life every four seconds
const SLOWEST_MS = 8_000;
const FIRST_MS = 250;

export function follow({ onGame, onLink }) {
  let socket = null;
  let game = null;
  let seq = null;
  let tries = 0;
  let heard = 0;
  let retry = 0;
  let watch = 0;

  function open() {
    clearTimeout(retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = seq === null ? "" : `?after=${seq}`;
    socket = new WebSocket(`${scheme}://${location.host}/live${after}`);
    socket.onmessage = ({ data }) => hear(JSON.parse(data));
    socket.onclose = lose;
    listen();
  }

  function hear(message) {
    tries = 0;
    listen();
    onLink("live");
    if (message.kind === "snapshot") take(message.seq, message.snapshot);
    else if (message.kind === "update" && message.seq === seq + 1) take(message.seq, { ...game, ...message.changes });
    else if (message.kind === "update") startOver();
  }

  function take(number, next) {
    seq = number;
    game = next;
    onGame(game);
  }

  function listen() {
    heard = performance.now();
    clearTimeout(watch);
    watch = setTimeout(lose, SILENCE_MS);
  }

  function startOver() {
    seq = null;
    lose();
  }

  function lose() {
    drop();
    onLink("reconnecting");
    const wait = Math.min(SLOWEST_MS, FIRST_MS * 2 ** tries++);
    retry = setTimeout(open, wait * (0.5 + Math.random() / 2));
  }

  function drop() {
    clearTimeout(watch);
    clearTimeout(retry);
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }

  // A phone that woke up or changed its network does not wait for its turn to try.
  function wake() {
    if (document.hidden || (socket && performance.now() - heard < SILENCE_MS / 2)) return;
    tries = 0;
    drop();
    open();
  }

  addEventListener("offline", lose);
  addEventListener("online", () => { heard = -Infinity; wake(); });
  addEventListener("pageshow", wake);
  document.addEventListener("visibilitychange", wake);
  open();
}

// Says a word to the referee. Answers null when it was heard, else a sentence.
export async function say(word) {
  try {
    const answer = await fetch("say", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(word),
    });
    return answer.ok ? null : (await answer.json()).error;
  } catch {
    return "The referee did not hear it: this phone has no connection. Tap again.";
  }
}
