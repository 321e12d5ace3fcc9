// A report on the page: drawn by the walker, with what one may do with it.
import { ANALYSES } from "./analyses.js";

const copyOf = (template) => template.content.firstElementChild.cloneNode(true);
const blank = (id) => copyOf(document.getElementById(id));

/** A report's article. */
export function found(name, report) {
  const article = blank("found");
  article.dataset.analysis = name;
  draw(article, name, report);
  return article;
}

/** What stands in the place of a report that there is not. */
export function failed(name, message) {
  const article = blank("failed");
  article.querySelector(".asked").textContent = ANALYSES[name]?.title ?? "";
  article.querySelector(".error").textContent = message;
  return article;
}

/** Make a report that came with the page as lively as one that was asked for since. */
export function revive(article) {
  const data = article.querySelector("script[type='application/json']");
  if (!data) return null;
  const report = JSON.parse(data.textContent);
  draw(article, article.dataset.analysis, report);
  return report;
}

function draw(article, name, report) {
  const { title, outline } = ANALYSES[name];
  article.querySelector(".asked").textContent = title;
  article.querySelector(".site").textContent = report.url;
  const drawing = drawReport(report, outline, { locale: navigator.language, heading: "h3", timeZone: zone() });
  article.querySelector(".report").replaceChildren(drawing);
  if (report.blocked && !article.querySelector(".kindly")) {
    article.querySelector(".report").after(kindly(report.reason));
  }
  offerInspection(article, name, report);
  offerEverything(article, name, report);
  equip(article, name, report);
}

/** What it means that the page could not be read. */
function kindly(reason) {
  const blanks = [...document.querySelectorAll("template[data-reasons]")];
  const fitting = blanks.find(({ dataset }) => dataset.reasons.split(" ").includes(reason));
  return copyOf(fitting ?? blanks[0]);
}

/** A link to the same report with what the site's own files say of themselves, where there is such a one. */
function offerInspection(article, name, report) {
  const offer = article.querySelector(".closer");
  if (!offer) return;
  offer.hidden = !ANALYSES[name].canInspect || report.blocked || "inspected" in report;
  offer.querySelector("a").href = `${shareLink(name, report.url)}&inspect=1`;
}

/** A link to the full report, where this one has less. */
function offerEverything(article, name, report) {
  const offer = article.querySelector(".everything");
  if (!offer) return;
  offer.hidden = !report.more;
  offer.querySelector("a").href = `${shareLink(name, report.url)}&detail=full`;
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function equip(article, name, report) {
  const bar = article.querySelector(".actions");
  const text = () => JSON.stringify(report, null, 2);
  const file = `${new URL(report.url).hostname}-${name}`;
  const does = {
    share: (button) => copied(button, shareLink(name, report.url) + ("inspected" in report ? "&inspect=1" : "")),
    copy: (button) => copied(button, text()),
    save: () => save(`${file}.json`, text(), "application/json"),
    tokens: (button) => download(button, report.url, bar.querySelector("select").value),
  };
  for (const button of bar.querySelectorAll("button")) {
    button.onclick = () => does[button.dataset.action](button);
  }
  bar.querySelector(".export").hidden = !ANALYSES[name].canExport || report.blocked;
  bar.hidden = false;
}

const shareLink = (name, url) => new URL(`/tools/${name}?url=${encodeURIComponent(url)}`, location.href).href;

async function copied(button, text) {
  const words = button.textContent;
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.textContent = isCopied ? "Copied" : "The browser did not let us copy";
  setTimeout(() => (button.textContent = words), 1800);
}

/** The site's design as a file, as the API writes it. */
async function download(button, url, format) {
  const words = button.textContent;
  const answer = await fetch(`/export?${new URLSearchParams({ url, format })}`).catch(() => null);
  const name = /filename="([^"]+)"/.exec(answer?.headers.get("content-disposition") ?? "")?.[1];
  if (answer?.ok && name) save(name, await answer.text(), answer.headers.get("content-type"));
  else button.textContent = answer?.status === 429 ? "Too many requests: try again in a minute" : "Export failed";
  setTimeout(() => (button.textContent = words), 1800);
}

function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
