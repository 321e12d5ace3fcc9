// Looking without leaving the page: forms ask the API, and what comes back is drawn here.
import { ANALYSES } from "./analyses.js";
import { report } from "./ask.js";
import { remember, showRecent } from "./recent.js";
import { failed, found, revive } from "./result.js";

const [results, waiting, told, elapsed, cancel] = ["results", "waiting", "told", "elapsed", "cancel"].map((id) =>
  document.getElementById(id),
);
const forms = [...document.querySelectorAll("form.ask")];
const seen = new Map(); // query of this page → its results
let shown = location.search;
let running = null;
let ticking = null;

for (const form of forms) {
  // Without an analysis of its own, a form leads to the page that answers it.
  form.addEventListener("submit", (event) => {
    if (event.agentInvoked || new URL(form.action).pathname === "/report") return;
    event.preventDefault();
    const url = form.elements.url.value.trim();
    if (url) look(form, url);
  });
  // The forms of the front page ask about one site.
  form.elements.url.addEventListener("input", ({ target }) => {
    for (const other of forms) other.elements.url.value = target.value;
    carry(target.value);
  });
}

cancel.addEventListener("click", () => running?.abort());
// Jumping to an anchor pops a state too, and leaves the results as they are.
addEventListener("popstate", () => {
  if (location.search === shown) return;
  running?.abort();
  const before = seen.get(location.search);
  if (before) results.replaceChildren(...before);
  else location.reload();
  shown = location.search;
  name(new URLSearchParams(shown).get("url") ?? "");
});

/** Every form names the site whose results are shown. */
function name(url) {
  for (const form of forms) form.elements.url.value = url;
  carry(url);
}

function keep() {
  shown = location.search;
  seen.set(shown, [...results.childNodes]);
}

/** Links to the other questions take the site along. */
function carry(url) {
  for (const link of document.querySelectorAll("a[data-carries-url]")) {
    link.search = url.trim() ? `?url=${encodeURIComponent(url.trim())}` : "";
  }
}

async function look(form, url) {
  running?.abort();
  const mine = (running = new AbortController());
  const names = form.dataset.analysis ? [form.dataset.analysis] : Object.keys(ANALYSES);
  begin(url);
  const path = new URL(form.action).pathname;
  const articles = names.map((name) => one(name, url, mine.signal));
  const places = names.map(() => document.createComment("a report"));
  results.replaceChildren(...places);
  await Promise.all(articles.map(async (article, index) => places[index].replaceWith((await article) ?? "")));
  if (running !== mine) return;
  end(mine.signal.aborted);
  if (mine.signal.aborted) {
    // What the page's address still names stands there again, unless something new has come.
    if (!results.firstElementChild) results.replaceChildren(...(seen.get(shown) ?? []));
    return;
  }
  const query = `?url=${encodeURIComponent(url)}`;
  // Looking again at the same site is no further step to go back.
  if (path === location.pathname && query !== location.search) history.pushState(null, "", query);
  keep();
  if (results.querySelector(".result:not(.failed)")) remember(url, path, label(form));
  results.querySelector("h2")?.focus({ preventScroll: true });
  results.scrollIntoView({ block: "start" });
}

const label = (form) => ANALYSES[form.dataset.analysis]?.title ?? "Everything";

/** The article of one analysis; null when it was cancelled. */
async function one(name, url, signal) {
  try {
    return found(name, await report(name, url, signal));
  } catch (error) {
    return error.name === "AbortError" ? null : failed(name, error.message);
  }
}

function begin(url) {
  clearInterval(ticking);
  told.textContent = `Analyzing ${url}`;
  waiting.hidden = false;
  const started = Date.now();
  ticking = setInterval(() => (elapsed.textContent = `${Math.round((Date.now() - started) / 1000)} s`), 1000);
  results.setAttribute("aria-busy", "true");
}

function end(isCancelled) {
  clearInterval(ticking);
  elapsed.textContent = "";
  waiting.hidden = true;
  told.textContent = isCancelled ? "Cancelled." : "";
  results.removeAttribute("aria-busy");
}

// A page that came with its results, as a shared link does.
const asked = new URLSearchParams(location.search).get("url");
const revived = [...results.querySelectorAll("article[data-analysis]")].map(revive);
keep();
if (asked) carry(asked);
if (asked && revived.length) {
  const form = forms.find(({ action }) => new URL(action).pathname === location.pathname);
  remember(asked, location.pathname, label(form));
} else {
  showRecent();
}
