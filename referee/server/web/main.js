// The page: one state, a few views of it.

import { burnFuse, showMay, showQuestion, showRuling, showTurn } from "./now.js";
import { colour, showFoot } from "./foot.js";
import { showEnd, showScores } from "./evening.js";
import { follow } from "./live.js";
import { mySeat } from "./names.js";
import { offerSeats, showCamera, showMe, showStatus } from "./top.js";
import { openNewest, showPlays } from "./plays.js";
import { showSeats, tableView } from "./table.js";
import { showWords } from "./words.js";

const state = { game: {}, link: "connecting", me: null };
const views = [
  showStatus, offerSeats(update), showMe, showRuling, showQuestion, showCamera, burnFuse, showTurn, showEnd, showMay,
  tableView(() => openNewest(state.game.plays)), showSeats, showScores, showPlays, showFoot, showWords,
];

function update() {
  state.me = mySeat(state.game.seats);
  for (const show of views) show(state);
}

function take(game) {
  const before = state.game;
  state.game = game;
  update();
  if (before.seats) call(before, game);
}

// What matters stands at the top: a phone that was left scrolled down comes back for it.
function call(before, game) {
  const fresh = (key) => game[key] && game[key].id !== before[key]?.id;
  if (fresh("ruling") || fresh("question") || (game.over && !before.over)) scrollTo({ top: 0 });
  buzz(before, game);
}

// A phone that lies on the table says by a buzz that it is meant; it needs one tap before it may.
function buzz(before, game) {
  const mine = (one, seat) => Number.isInteger(state.me) && seat(one) === state.me;
  const turn = (one) => one.turn?.seat;
  if (game.ruling && game.ruling.id !== before.ruling?.id && mine(game, (one) => one.ruling.seat)) vibrate([120, 80, 120]);
  else if (!game.over && mine(game, turn) && !mine(before, turn)) vibrate([200]);
}

function vibrate(pattern) {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

colour();
follow({
  onGame: take,
  onLink(link) {
    if (link === state.link || (link === "reconnecting" && !state.game.seats && state.link === "connecting")) return;
    state.link = link;
    update();
  },
});
