// Runs in a world of its own, which the page's scripts cannot see. Everything that it returns is bounded.
(limits => {
  const get = (kind, name) => {
    const found = Object.getOwnPropertyDescriptor(kind.prototype, name).get;
    return object => found.call(object);
  };
  const rootOf = get(Document, "documentElement"), bodyOf = get(Document, "body"), shadowOf = get(Element, "shadowRoot");
  const parentOf = get(Node, "parentNode"), firstOf = get(Node, "firstChild"), nextOf = get(Node, "nextSibling");
  const typeOf = get(Node, "nodeType"), nameOf = get(Element, "localName"), htmlOf = get(Element, "outerHTML");
  const dataOf = get(CharacterData, "data"), hostOf = get(ShadowRoot, "host");
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name);
  const box = element => Element.prototype.getBoundingClientRect.call(element);
  const root = rootOf(document), body = bodyOf(document);
  if (!root) return null;
  const short = (text, most = 500) => String(text).slice(0, most);
  const name = text => short(text, 200).replace(/[^\w\s./:+-]/g, "");
  const transparent = color => color === "transparent" || /^rgba\(.*, 0\)$/.test(color);
  const translucent = color => /^(?:rgba|[^r].*\/)/.test(color);

  // Computed styles are read once an element; what is inherited is kept with them.
  const known = new Map();
  const about = element => {
    const found = known.get(element);
    if (found) return found;
    const chain = [];
    for (let each = element; each && !known.has(each) && chain.length < 2000; each = up(each)) chain.push(each);
    for (const each of chain.reverse()) {
      const style = getComputedStyle(each), outer = up(each), around = outer && known.get(outer), name = nameOf(each);
      const background = style.backgroundColor, hidden = style.display === "none" || style.contentVisibility === "hidden";
      // A picture is never loaded; the color under it is what a visitor sees until it is, or when it fails.
      const image = style.backgroundImage !== "none" && (transparent(background) || /gradient\(/.test(style.backgroundImage));
      let behind = around ? around.behind : [];
      if (image) behind = [];
      if (!transparent(background)) behind = translucent(background) ? [background, ...behind].slice(0, 6) : [background];
      const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
      const role = attribute(each, "role");
      const link = name === "a" && attribute(each, "href") !== null;
      const button = name === "button" || role === "button"
        || (name === "input" && /^(?:submit|button|reset)$/i.test(attribute(each, "type") || ""));
      known.set(each, {
        style, image, behind, background, parent: around || null,
        hidden: hidden || !!(around && around.hidden),
        opacity: (around ? around.opacity : 1) * Number(style.opacity),
        heading: level || (around ? around.heading : 0),
        kind: button ? "button" : link ? "link" : around ? around.kind : "plain",
        link, button,
      });
    }
    return known.get(element);
  };
  const up = node => {
    const parent = parentOf(node);
    if (!parent) return null;
    const type = typeOf(parent);
    return type === 1 ? parent : type === 11 && parent instanceof ShadowRoot ? hostOf(parent) : null;
  };

  const texts = new Map(), fills = new Map(), grounds = new Map();
  const add = (map, key, count) => {
    const text = JSON.stringify(key);
    if (map.has(text) || map.size < limits.groups) map.set(text, (map.get(text) || 0) + count);
    else cut = true;
  };
  const unseen = new Set(["script", "style", "noscript", "template", "title", "head", "meta", "link", "svg", "option"]);
  let elements = 0, cut = false;
  const visible = (element, found) => {
    if (found.hidden || found.style.visibility !== "visible" || found.opacity < 0.05) return false;
    const { width, height } = box(element);
    return width > 1 && height > 1;
  };
  const readElement = element => {
    let characters = 0;
    for (let child = firstOf(element); child; child = nextOf(child)) {
      if (typeOf(child) === 3) characters += dataOf(child).replace(/\s+/g, " ").trim().length;
    }
    const name = nameOf(element), field = name === "input" && attribute(element, "value");
    if (!characters && name !== "a" && name !== "button" && name !== "input" && attribute(element, "role") !== "button") return;
    const found = about(element);
    if (!found || !visible(element, found)) return;
    if (field && found.button) characters = field.trim().length;
    const style = found.style, outer = found.parent;
    if (characters) {
      add(texts, [found.kind, found.heading, short(style.fontFamily), parseFloat(style.fontSize) || 0,
        short(style.fontWeight, 20), short(style.color, 100), Math.round(found.opacity * 100) / 100,
        found.behind.map(color => short(color, 100))], Math.min(characters, 1e6));
    }
    if ((found.button || (found.link && !transparent(found.background))) && !found.image) {
      add(fills, [short(found.background, 100), Math.round(found.opacity * 100) / 100,
        (outer ? outer.behind : []).map(color => short(color, 100))], 1);
    }
  };
  const waiting = [root], end = Date.now() + limits.milliseconds;
  while (waiting.length) {
    const element = waiting.pop();
    if (++elements > limits.elements || (elements % 64 === 0 && Date.now() > end)) { cut = true; break; }
    if (unseen.has(nameOf(element))) continue;
    readElement(element);
    const inner = [];
    const shadow = shadowOf(element);
    for (const around of shadow ? [shadow, element] : [element]) {
      for (let child = firstOf(around); child; child = nextOf(child)) {
        if (typeOf(child) === 1) inner.push(child);
        if (inner.length > limits.elements) break;
      }
    }
    while (inner.length) waiting.push(inner.pop());
  }

  // What fills the window: the elements at the points of a grid, the topmost first.
  const rootStyle = getComputedStyle(root), bodyStyle = body && getComputedStyle(body);
  const canvas = [rootStyle, bodyStyle].filter(Boolean).map(style => style.backgroundColor);
  const columns = 16, rows = 10;
  for (let x = 0; x < columns; x++) for (let y = 0; y < rows; y++) {
    const colors = [];
    let plain = true, opaque = false;
    const stack = Document.prototype.elementsFromPoint.call(
      document, (x + 0.5) * innerWidth / columns, (y + 0.5) * innerHeight / rows).slice(0, 200);
    for (const element of stack) {
      const found = about(element);
      if (!found || found.opacity < 0.05) continue;
      if (found.image || /^(?:img|video|canvas|svg|picture|iframe)$/.test(nameOf(element))) { plain = false; break; }
      if (transparent(found.background)) continue;
      colors.push(short(found.background, 100));
      if (!translucent(found.background) && found.opacity > 0.99) { opaque = true; break; }
    }
    if (!opaque) colors.push(canvas.find(color => !transparent(color)) || "rgb(255, 255, 255)");
    add(grounds, plain ? colors.slice(-6) : null, 1);
  }
  const html = htmlOf(root);
  const loaded = new Set();
  for (const face of document.fonts) {
    if (face.status === "loaded" && loaded.size < 200) loaded.add(short(face.family.replace(/^["']|["']$/g, ""), 200));
  }
  let weight = 0;
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) {
    try { for (const rule of sheet.cssRules) { weight += rule.cssText.length; if (weight > limits.css) break; } }
    catch { /* of another origin: scripts cannot change it, so its size is that of its file */ }
    if (weight > limits.css) break;
  }
  const of = map => [...map].map(([key, count]) => [JSON.parse(key), count]);
  return {
    doctype: document.doctype ? (document.doctype.publicId || document.doctype.systemId
      ? `<!DOCTYPE html PUBLIC "${name(document.doctype.publicId)}" "${name(document.doctype.systemId)}">`
      : "<!DOCTYPE html>") : "",
    url: short(location.href, 2000), html: html.slice(0, limits.html),
    cut: cut || html.length > limits.html || weight > limits.css,
    heavy: weight > limits.css,
    texts: of(texts), fills: of(fills), grounds: of(grounds), root: canvas, color: bodyStyle ? bodyStyle.color : "",
    loaded: [...loaded],
  };
})
