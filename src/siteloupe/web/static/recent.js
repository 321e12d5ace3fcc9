// What was looked at, remembered in this browser only.

const KEY = "siteloupe.recent";
const MOST = 12;

const section = document.getElementById("recent");

/** Show the list, with the page that each entry is looked at again on. */
export function showRecent() {
  const entries = read();
  const items = entries.map(({ url, path, label }) => {
    const link = document.createElement("a");
    link.href = `${path}?url=${encodeURIComponent(url)}`;
    link.textContent = url;
    const kind = document.createElement("span");
    kind.textContent = label;
    const item = document.createElement("li");
    item.append(link, " ", kind);
    return item;
  });
  section.querySelector("ul").replaceChildren(...items);
  section.hidden = !items.length;
}

/** Put a look at the head of the list. */
export function remember(url, path, label) {
  const others = read().filter((entry) => entry.url !== url || entry.path !== path);
  write([{ url, path, label }, ...others].slice(0, MOST));
  showRecent();
}

document.getElementById("forget").addEventListener("click", () => {
  write([]);
  showRecent();
});

function read() {
  try {
    const entries = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return []; // the browser keeps nothing, or something else was kept there
  }
}

const isEntry = (entry) => typeof entry?.url === "string" && /^\/[a-z/-]*$/.test(entry.path) && typeof entry.label === "string";

function write(entries) {
  try {
    localStorage.setItem(KEY, JSON.stringify(entries));
  } catch {
    // A browser that keeps nothing is a choice of its user.
  }
}
