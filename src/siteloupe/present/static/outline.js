"use strict";
// Draws a report as its outline says it is read: the same judgment as present/view.py and present/words.py.
// Whatever a site wrote goes in as text, is cut and loses its control characters; no markup is parsed here.

/** drawReport(report, {sections, words}, {locale, timeZone, heading}) gives a DocumentFragment, one <section> a part. */
const drawReport = (() => {
  const MAX_TEXT = 300;
  const MAX_URL = 2000;
  const ROWS_AT_FIRST = 12;
  const MAX_SHORT = 16;
  const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
  /** A gradient of nothing but colors, angles and places: nothing in it can load anything. */
  const GRADIENT = /^(?:repeating-)?(?:linear|radial|conic)-gradient\((?:(?:(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\w\s.,%+/-]*\))|[\w\s.,%+#-])*\)$/;
  const PATH = /^[Mvhlqcz0-9 -]{1,8000}$/;
  const REFUSAL = ["isCms", "blocked", "blockedBy", "status", "reason", "note"];
  const MARKS = { good: "✓", bad: "✗", unknown: "?", plain: "✗" };

  // ---- what is said -------------------------------------------------------------------------------------

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  const at = (value, path) =>
    path
      .split(".")
      .filter(Boolean)
      .reduce((found, step) => (isObject(found) && Object.hasOwn(found, step) ? found[step] : null), value) ?? null;

  const isEmpty = (value) =>
    value === null ||
    value === "" ||
    (Array.isArray(value) && !value.length) ||
    (isObject(value) && !Object.keys(value).length);

  /** Of a page that could not be read only what was seen: nothing seen is not the same as nothing there. */
  const seen = (report) => {
    const isKept = ([name, value]) => REFUSAL.includes(name) || !saysNothing(value);
    return report.blocked ? Object.fromEntries(Object.entries(report).filter(isKept)) : report;
  };

  const saysNothing = (value) =>
    !value || (Array.isArray(value) && !value.length) || (isObject(value) && Object.values(value).every(saysNothing));

  /** One line of at most `limit` characters, without control, format and bidirectional characters. */
  const inert = (text, limit = MAX_TEXT) => {
    const given = Array.from(String(text).slice(0, limit * 8));
    let marks = 0;
    let kept = "";
    for (const character of given.slice(0, limit * 4)) {
      marks = /[\p{Mn}\p{Me}]/u.test(character) ? marks + 1 : 0;
      if (/[\s\x1c-\x1f\x85]/.test(character) && character !== "\ufeff") kept += " ";
      else if (!/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character) && marks <= 4) kept += character;
    }
    const line = Array.from(kept.replace(/ +/g, " ").trim());
    const isCut = line.length > limit || given.length > limit * 4;
    return isCut ? `${line.slice(0, limit - 1).join("").trimEnd()}…` : line.join("");
  };

  /** A field's JSON name as words: `nameSource` is "Name source". */
  const labelOf = (name) => {
    const words = name.replace(/([a-z0-9])(?=[A-Z])/g, "$1 ").replace(/[-_]/g, " ");
    return inert(words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase(), 60);
  };

  /** The kind that fits a value when no outline names one. */
  const kindOf = (value) => {
    if (typeof value === "boolean") return "flag";
    if (typeof value === "number") return "number";
    if (Array.isArray(value)) return value.some(isObject) ? "table" : "tags";
    if (isObject(value)) return "record";
    return /^https?:\/\//.test(value) ? "link" : "text";
  };

  const column = (label, path, kind = "text") => ({ label, path, kind, unit: "", whole: "", good: null, words: [] });

  /** The column's own words for a value, else `otherwise`. */
  const said = (value, { words }, otherwise) => words.find(([name]) => name === value)?.[1] ?? otherwise;

  /** A column for every field that any of the rows has, of the kind its first value asks for. */
  const ownColumns = (rows) => {
    const found = new Map();
    for (const row of rows.filter(isObject)) {
      for (const [name, value] of Object.entries(row)) {
        if (!found.has(name) && !isEmpty(value) && !name.includes(".")) {
          found.set(name, column(labelOf(name), name, kindOf(value)));
        }
      }
    }
    return [...found.values()];
  };

  /** Lists and objects on one line, for a place that has only one. */
  const joined = (value, pen) => {
    if (value === null || typeof value === "boolean") return pen.words.flag[String(value)];
    if (Array.isArray(value)) return value.slice(0, 50).map((entry) => joined(entry, pen)).join(", ");
    if (!isObject(value)) return String(value);
    const pairs = Object.entries(value).slice(0, 50).filter(([, entry]) => !isEmpty(entry));
    return pairs.map(([name, entry]) => `${name} ${joined(entry, pen)}`).join(", ");
  };

  const flag = (row, column, value, pen) => {
    const { path, kind, good } = column;
    const holder = at(row, path.split(".").slice(0, -1).join("."));
    const isPresent = isObject(holder) && Object.hasOwn(holder, path.split(".").at(-1));
    if (value === null && !isPresent) return null;
    if (typeof value === "string") return { text: inert(value), tone: "plain", kind: "text" };
    const words = kind === "verdict" ? pen.words.verdict : pen.words.flag;
    if (value === null) return { text: said("null", column, words.null), tone: "unknown", kind };
    const tone = good === null ? "plain" : Boolean(value) === good ? "good" : "bad";
    const name = String(Boolean(value));
    const text = said(name, column, words[name]);
    return text ? { text, tone, kind } : null;
  };

  const number = (row, { kind, whole, unit }, value, pen) => {
    const total = whole ? at(row, whole) : null;
    const text = (typeof value === "number" ? pen.number(value) : inert(value, 40)) + (kind === "floor" ? "+" : "");
    const of = typeof total === "number" ? pen.number(total) : inert(total ?? "", 40);
    const parts = [text, of && `of ${of}`, unit].filter(Boolean);
    const share = typeof total === "number" && total > 0 ? value / total : null;
    return { text: parts.join(" "), tone: "plain", kind, share };
  };

  /** One value of a row in words, or null when there is nothing to say. A null flag is worth saying. */
  const worded = (row, column, pen) => {
    const value = at(row, column.path);
    const { kind } = column;
    if (kind === "flag" || kind === "verdict") return flag(row, column, value, pen);
    if (isEmpty(value)) {
      const unknown = said("null", column, "");
      return unknown ? { text: unknown, tone: "unknown", kind } : null;
    }
    if (kind === "number" || kind === "floor" || kind === "meter") return number(row, column, value, pen);
    if (kind === "time") return { text: pen.time(inert(value, 40)), tone: "plain", kind, value: inert(value, 40) };
    if (["link", "color", "notation"].includes(kind)) return { text: inert(value, MAX_URL), tone: "plain", kind };
    const whole = joined(value, pen);
    const text = inert(said(whole, column, whole));
    return text ? { text, tone: "plain", kind: kind === "gradient" ? kind : "text", value } : null;
  };

  // ---- how it is drawn ----------------------------------------------------------------------------------

  /** An element; what is not an attribute stands in it, strings as text. */
  const el = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(key, value);
    made.append(...children.flat().filter((child) => child !== null && child !== ""));
    return made;
  };

  const mark = (tone) => el("span", { class: "mark", "aria-hidden": "true" }, MARKS[tone]);

  /** A patch of a color, over squares where it is not opaque. */
  const paint = (hex, alpha = 1) => {
    const chip = el("span", { class: "paint", "aria-hidden": "true" });
    if (!HEX.test(hex)) return chip;
    if (!(typeof alpha === "number" && alpha < 1)) chip.style.backgroundColor = hex;
    else {
      chip.classList.add("clear");
      chip.style.setProperty("--tint", `color-mix(in srgb, ${hex} ${Math.max(alpha, 0) * 100}%, transparent)`);
    }
    return chip;
  };

  const ramp = (gradient) => {
    if (!GRADIENT.test(gradient)) return null;
    const strip = el("span", { class: "ramp", "aria-hidden": "true" });
    strip.style.backgroundImage = gradient;
    return strip.style.backgroundImage ? strip : null;
  };

  const bar = (share) => {
    const full = el("span", { class: "full" });
    full.style.width = `${Math.round(Math.min(Math.max(share, 0), 1) * 100)}%`;
    return el("span", { class: "bar", "aria-hidden": "true" }, full);
  };

  const link = (address) =>
    /^https?:\/\//i.test(address)
      ? el("a", { href: address, target: "_blank", rel: "noopener noreferrer nofollow" }, address)
      : address;

  const copyButton = (text) => {
    const button = el("button", { class: "copy", type: "button", "aria-label": `Copy ${text}` }, text);
    button.addEventListener("click", () => copy(text, button));
    return button;
  };

  const copy = async (text, button) => {
    const isCopied = (await toClipboard(text)) || selected(text, button);
    button.dataset.said = isCopied ? "Copied" : "Select and copy";
    setTimeout(() => delete button.dataset.said, 1600);
  };

  const toClipboard = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };

  /** The way that is left in a frame that may not write to the clipboard. */
  const selected = (text, button) => {
    const field = el("textarea", { class: "away", readonly: "", "aria-hidden": "true" }, text);
    button.after(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    button.focus();
    return isCopied;
  };

  const tags = (texts) =>
    el("ul", { class: "tags" }, texts.map((text) => el("li", {}, HEX.test(text) ? paint(text) : null, text)));

  /** A worded value as what stands in a cell. */
  const drawn = (cell) => {
    if (cell.kind === "link") return [link(cell.text)];
    if (cell.kind === "color") return [paint(cell.text), copyButton(cell.text)];
    if (cell.kind === "notation") return [copyButton(cell.text)];
    if (cell.kind === "gradient") return [ramp(cell.text), cell.text];
    if (cell.kind === "time") return [el("time", { datetime: cell.value }, cell.text)];
    if (cell.tone !== "plain") return [el("span", { class: "tone", "data-tone": cell.tone }, mark(cell.tone), cell.text)];
    if (typeof cell.share === "number") return [cell.text, bar(cell.share)];
    if (Array.isArray(cell.value) && cell.value.length > 1 && !cell.value.some(isObject)) {
      return [tags(cell.value.slice(0, 50).map((entry) => inert(entry)).filter(Boolean))];
    }
    return [cell.text];
  };

  const factsOf = (row, columns, pen) =>
    columns.map((column) => [column.label, worded(row, column, pen)]).filter(([, cell]) => cell !== null);

  const facts = (pairs, style = "facts") =>
    pairs.length
      ? el("dl", { class: style }, pairs.map(([label, cell]) => el("div", {}, el("dt", {}, label), el("dd", {}, drawn(cell)))))
      : null;

  const verdict = (report, value, section, pen) => {
    const unsure = !value && !isEmpty(at(report, "coverage.caveats"));
    const tone = value ? "good" : unsure ? "unknown" : "plain";
    const answer = pen.words.verdict[unsure ? "unsure" : String(Boolean(value))];
    return answered(tone, answer, facts(factsOf(report, section.columns, pen), "facts beside"));
  };

  const answered = (tone, answer, ...below) => [
    el("p", { class: "answer", "data-tone": tone }, mark(tone), el("strong", {}, answer)),
    ...below,
  ];

  const refused = (report, pen) => {
    const columns = [column("Blocked by", "blockedBy"), column("Reason", "reason"), column("HTTP status", "status")];
    const note = inert(report.note ?? "");
    return answered(
      "unknown",
      pen.words.verdict.null,
      facts(factsOf(report, columns, pen), "facts beside"),
      note ? el("p", { class: "note" }, note) : null,
    );
  };

  /** What a page that could not be read is called, by the reason. */
  const headline = (reason, { refused }) => refused[reason] ?? refused[""];

  const partly = (caveats, pen) => {
    const sentences = caveats.map((caveat) => inert(at(caveat, "text") ?? "")).filter(Boolean);
    return answered("unknown", pen.words.verdict.partly, ...sentences.map((each) => el("p", { class: "note" }, each)));
  };

  const record = (_report, value, { columns }, pen) =>
    facts(factsOf(value, columns.length ? columns : ownColumns([value]), pen));

  const table = (_report, value, { label, columns }, pen) => {
    const all = columns.length ? columns : ownColumns(value);
    const rows = value.map((row) => all.map((column) => worded(row, column, pen)));
    const kept = all.map((_, index) => index).filter((index) => rows.some((row) => row[index] !== null));
    if (!kept.length) return null;
    const head = el("tr", { role: "row" }, kept.map((index) => el("th", { scope: "col", role: "columnheader" }, all[index].label)));
    const body = rows.map((row) => el("tr", { role: "row" }, kept.map((index) => tableCell(row[index], all[index].label))));
    const drawing = el("table", { role: "table", "aria-label": label }, el("thead", { role: "rowgroup" }, head), el("tbody", { role: "rowgroup" }, body));
    return [drawing, ...rest(body)];
  };

  const tableCell = (cell, label) => {
    const isShort = cell !== null && Array.from(cell.text).length <= MAX_SHORT;
    return el("td", { role: "cell", "data-label": label, class: isShort ? "short" : null }, cell === null ? null : el("div", {}, drawn(cell)));
  };

  /** Hides all but the first few, or the first few of `ranked`, and gives the button that shows them. */
  const rest = (items, ranked = items) => {
    const hidden = ranked.slice(ROWS_AT_FIRST);
    if (hidden.length < 3) return [];
    for (const item of hidden) item.hidden = true;
    const button = el("button", { class: "more", type: "button" }, `Show all ${items.length}`);
    button.addEventListener("click", () => {
      for (const item of hidden) item.hidden = false;
      button.remove();
    });
    return [button];
  };

  const evidence = (report, value, section, pen) => {
    const columns = [column("Shows", "what"), column("Where", "where"), column("Seen", "value")];
    const drawing = table(report, value, { ...section, columns }, pen);
    const summary = el("summary", {}, section.label, el("span", { class: "entries" }, ` ${value.length}`));
    return drawing && el("details", {}, summary, drawing);
  };

  const signals = (report, value, { columns }, pen) => {
    const all = columns.length ? columns : Object.keys(value).map((name) => column(labelOf(name), name));
    const seen = Array.isArray(report.evidence) ? report.evidence : [];
    return el("ul", { class: "signals" }, all.map((column) => signal(at(value, column.path), column, seen, pen)));
  };

  const signal = (value, { label, path }, evidence, pen) => {
    const tone = value ? "good" : "plain";
    const rows = evidence.filter((row) => at(row, "what") === path);
    const said = (typeof value === "string" && inert(value)) || pen.words.flag[String(Boolean(value))];
    const shown = rows.map((row) =>
      el("span", { class: "seen" }, el("span", { class: "where" }, inert(at(row, "where") ?? "")), " ", inert(at(row, "value") ?? "", MAX_URL)),
    );
    return el("li", { "data-tone": tone }, mark(tone), el("span", { class: "label" }, label), el("span", { class: "what" }, shown.length ? shown : said));
  };

  const swatches = (_report, value, { columns }, pen) => {
    const named = ["hex", "name"];
    const others = (columns.length ? columns : ownColumns(value)).filter(({ path }) => !named.includes(path));
    const cards = value.filter(isObject).map((row) => card(row, null, factsOf(row, others, pen)));
    return [el("ul", { class: "swatches" }, cards), ...rest(cards)];
  };

  const card = (color, label, pairs) => {
    const [hex, name] = ["hex", "name"].map((path) => inert(at(color, path) ?? ""));
    const alpha = at(color, "alpha");
    const share = typeof alpha === "number" && alpha < 1 ? ` ${Math.round(alpha * 100)}%` : "";
    const title = label && el("span", { class: "label" }, label);
    return el("li", {}, paint(hex, alpha), title, copyButton(hex), share, name && el("span", { class: "name" }, name), facts(pairs, "facts small"));
  };

  const roles = (_report, value, { columns }) => {
    const all = columns.length ? columns : Object.keys(value).map((name) => column(labelOf(name), name));
    const found = all.filter(({ path }) => at(value, `${path}.hex`));
    if (!found.length) return null;
    const cards = found.map(({ label, path }) => card(at(value, path), label, []));
    return [sample(value), el("ul", { class: "swatches roles" }, cards)];
  };

  /** Letters that are a picture of the site's colors, not text to read: the style sheet writes them. */
  const pictured = (style, letters, attributes = {}) =>
    el("span", { class: `pictured ${style}`, "data-letters": letters, ...attributes });

  /** The roles together, as the site may use them. */
  const sample = (value) => {
    const [ground, ink, primary, border] = ["background", "text", "primary", "border"].map((role) => at(value, `${role}.hex`) ?? "");
    if (!HEX.test(ground) || !HEX.test(ink)) return null;
    const button = pictured("button", "Aa");
    const drawing = el("div", { class: "sample", "aria-hidden": "true" }, pictured("large", "Aa"), pictured("", "Abc 123"), button);
    drawing.style.backgroundColor = ground;
    drawing.style.color = ink;
    if (HEX.test(border)) drawing.style.borderColor = border;
    button.style.backgroundColor = HEX.test(primary) ? primary : ink;
    button.style.color = ground;
    return drawing;
  };

  const contrast = (_report, value, { columns }, pen) => {
    const own = ["label", "ratio", "rating", "foreground", "background"];
    const others = columns.filter(({ path }) => !own.includes(path));
    const pairs = value.filter(isObject).map((row) => {
      const rating = inert(row.rating ?? "", 40);
      const tone = /^AA+$/.test(rating) ? "good" : rating === "Fail" ? "bad" : "plain";
      const ratio = el("span", { class: "ratio" }, el("strong", {}, pen.number(row.ratio)), " : 1");
      const badge = el("span", { class: "rating", "data-tone": tone }, rating);
      return el("li", {}, letters(row), ratio, badge, el("span", { class: "label" }, inert(row.label ?? "")), facts(factsOf(row, others, pen), "facts small"));
    });
    return el("ul", { class: "contrasts" }, pairs);
  };

  /** The pair itself, with its two colors in words for who cannot see them. */
  const letters = ({ foreground, background }) => {
    if (!HEX.test(foreground) || !HEX.test(background)) return null;
    const words = `${foreground} on ${background}`;
    const drawing = pictured("pair", "Aa", { role: "img", "aria-label": words, title: words });
    drawing.style.color = foreground;
    drawing.style.backgroundColor = background;
    return drawing;
  };

  const scale = (_report, value, _section, pen) => {
    const rows = value.filter(isObject);
    const isPx = rows.every((row) => typeof row.px === "number");
    const sizes = rows.map((row) => Math.max(Number(isPx ? row.px : row.count) || 0, 0));
    const largest = Math.max(...sizes) || 1;
    const steps = rows.map((row, index) => {
      const letters = el("span", { class: "letters", "aria-hidden": "true" }, isPx ? "Ag" : "");
      letters.style.fontSize = `${Math.min(Math.max(sizes[index], 6), 72)}px`;
      const uses = row.count ?? 0;
      const count = `${pen.number(uses)} ${uses === 1 ? "use" : "uses"}`;
      return el("li", {}, el("span", { class: "value" }, inert(row.value, 60)), isPx ? letters : bar(sizes[index] / largest), el("span", { class: "count" }, count));
    });
    const mostUsed = rows.map((row, index) => [row.count ?? 0, steps[index]]).sort(([one], [other]) => other - one);
    return [el("ul", { class: "scale" }, steps), ...rest(steps, mostUsed.map(([, step]) => step))];
  };

  const specimens = (report, value, { columns }, pen) => {
    const others = (columns.length ? columns : ownColumns(value)).filter(({ path }) => path !== "family");
    const items = value.filter(isObject).map((row) => {
      const file = fileOf(report, row.family);
      const note = inert(at(file, "notDrawn") ?? "");
      const drawn = face(at(file, "specimen")) ?? (note && el("p", { class: "note" }, note));
      return el("li", {}, el("p", { class: "family" }, inert(row.family ?? "", MAX_TEXT)), drawn, facts(factsOf(row, others, pen), "facts small"));
    });
    return [el("ul", { class: "specimens" }, items), ...rest(items)];
  };

  /** The font file that stands for a family: the first that draws its name, or anything. */
  const fileOf = ({ inspected }, family) => {
    const own = (Array.isArray(inspected) ? inspected : []).filter((file) => at(file, "usedAs") === family);
    const drawn = own.filter((file) => at(file, "specimen"));
    return drawn.find((file) => at(file, "specimen.text") === family) ?? drawn[0] ?? own[0] ?? {};
  };

  /** Glyphs of a font, from the data of a path. */
  const face = (specimen) => {
    const [path, ...box] = ["path", "width", "top", "height"].map((name) => at(specimen, name));
    if (typeof path !== "string" || !PATH.test(path) || !box.every(Number.isInteger)) return null;
    const [width, top, height] = box;
    const drawing = svg("svg", { class: "face", viewBox: `0 ${top} ${width} ${height}`, preserveAspectRatio: "xMinYMid meet", "aria-hidden": "true" });
    drawing.append(svg("path", { d: path }));
    return drawing;
  };

  const svg = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };

  const meter = (report, value, section, pen) => {
    const score = Math.min(Math.max(Number(value) || 0, 0), 100);
    return el("div", { class: "meter" }, el("p", {}, el("strong", {}, pen.number(score)), ` of 100`), bar(score / 100), facts(factsOf(report, section.columns, pen), "facts beside"));
  };

  const list = (_report, value) => {
    const texts = (Array.isArray(value) ? value : [value]).map((entry) => inert(entry)).filter(Boolean);
    return texts.length ? tags(texts) : null;
  };

  const OF_LISTS = { table, evidence, swatches, contrast, scale, specimens };
  const OF_OBJECTS = { record, signals, roles };
  const OF_ANY = { verdict, meter, tags: list };

  /** What draws a value of this kind; none for a value that is not of its shape, which is told in a line. */
  const shapeFor = (kind, value) =>
    (Array.isArray(value) && OF_LISTS[kind]) || (isObject(value) && OF_OBJECTS[kind]) || OF_ANY[kind] || null;

  // ---- the whole ----------------------------------------------------------------------------------------

  const body = (report, section, pen) => {
    const value = section.path ? at(report, section.path) : report;
    const draw = shapeFor(section.kind, value);
    if (draw) return isEmpty(value) ? null : draw(report, value, section, pen);
    const cell = worded(report, section, pen);
    return cell && el("p", {}, drawn(cell));
  };

  const part = (label, kind, content, { heading }, entries = 0) => {
    const count = entries > 1 ? el("span", { class: "entries" }, ` ${entries}`) : null;
    return el("section", { class: `part part-${kind}` }, el(heading, {}, label, count), content);
  };

  const entriesOf = (report, { kind, path }) => {
    const value = path ? at(report, path) : null;
    return Array.isArray(value) && kind !== "evidence" ? value.length : 0;
  };

  const pen = (words, { locale, timeZone, heading = "h2" }) => {
    const numbers = new Intl.NumberFormat(locale ?? "en", { maximumFractionDigits: 3 });
    const time = (text) => {
      const date = new Date(text);
      if (!locale || Number.isNaN(date.getTime())) return text.replace("T", " ").replace("Z", " UTC");
      return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "long", timeZone: timeZone ?? "UTC" }).format(date);
    };
    return { words, heading, number: (value) => numbers.format(value), time };
  };

  return (given, { sections, words }, options = {}) => {
    const report = seen(given);
    const drawing = document.createDocumentFragment();
    const tool = pen(words, options);
    const caveats = at(report, "coverage.caveats");
    if (report.blocked) drawing.append(part(headline(report.reason, words), "verdict part-refused", refused(report, tool), tool));
    else if (!isEmpty(caveats)) drawing.append(part("Coverage", "verdict part-refused", partly(caveats, tool), tool));
    for (const section of sections) {
      if (report.blocked && ["verdict", "signals"].includes(section.kind)) continue;
      const content = body(report, { ...column("", ""), ...section }, tool);
      if (content) drawing.append(part(section.label, section.kind, content, tool, entriesOf(report, section)));
      else if (section.empty && !report.blocked) drawing.append(part(section.label, "text", el("p", {}, section.empty), tool));
    }
    const names = new Map([...sections].reverse().map(({ path, label }) => [path, label]));
    for (const [heading, field, said] of [["Not shown", "more", "more"], ["Cut to fit", "truncated", "left out"]]) {
      if (!isObject(report[field]) || isEmpty(report[field])) continue;
      const counts = Object.entries(report[field]).map(([path, amount]) => [names.get(path) || inert(path, 60), { text: `${tool.number(amount)} ${said}`, tone: "plain" }]);
      drawing.append(part(heading, "record", facts(counts), tool));
    }
    return drawing;
  };
})();
