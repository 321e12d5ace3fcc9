// What one may do with a report that came with its page. Nothing here is needed to read it.
import { remember, showRecent } from "./recent.js";

const asked = new URLSearchParams(location.search).get("url");
const article = document.getElementById("overview");

if (asked && article) remember(asked, location.pathname, "Report");
else showRecent();

// A page out of the browser's memory names the site that it is about.
addEventListener("pageshow", () => {
  const field = document.querySelector("form.ask input[name='url']");
  if (asked && field) field.value = asked;
});

if (article) equip(article);

function equip(article) {
  const bar = article.querySelector(".actions");
  const status = bar.querySelector("[role='status']");
  const does = {
    share: () => copied(location.href.split("#")[0], status),
    copy: async () => copied(await report(), status),
    save: async () => save(`${new URL(article.querySelector(".site").textContent).hostname}-overview.json`, await report()),
  };
  for (const button of bar.querySelectorAll("button")) button.onclick = () => does[button.dataset.action]();
  bar.hidden = false;
}

async function report() {
  const response = await fetch(`/overview?url=${encodeURIComponent(asked)}`, { headers: { Accept: "application/json" } });
  return JSON.stringify(await response.json(), null, 2);
}

async function copied(text, status) {
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  status.textContent = isCopied ? "Copied" : "The browser did not allow copying";
  status.classList.remove("away");
  setTimeout(() => {
    status.textContent = "";
    status.classList.add("away");
  }, 1800);
}

function save(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
