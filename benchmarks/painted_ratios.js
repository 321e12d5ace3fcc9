// What a browser paints: pairs of text and background, by the kind of element. Colors are [red, green, blue].
(buttons) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parsed = new Map();

  // [red, green, blue, alpha], the components from 0 to 255.
  function parse(text) {
    if (!parsed.has(text)) parsed.set(text, convert(text));
    return parsed.get(text);
  }

  function convert(text) {
    const rgb = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    if (rgb) return [+rgb[1], +rgb[2], +rgb[3], rgb[4] === undefined ? 1 : +rgb[4]];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  }

  // Browsers keep an alpha in eight bits.
  const inBytes = (share) => Math.round(share * 255) / 255;

  // From the text outward: each background lies under what is there, each opacity applies to all of it.
  function paint(element, color) {
    let [sum, alpha] = [[0, 0, 0], 0];
    const under = ([red, green, blue, share]) => {
      const rest = (1 - alpha) * inBytes(share);
      sum = [sum[0] + red * rest, sum[1] + green * rest, sum[2] + blue * rest];
      alpha += rest;
    };
    if (color) under(color);
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      under(parse(style.backgroundColor));
      const isRoot = each === document.body || each === document.documentElement;
      const opacity = isRoot ? 1 : inBytes(+style.opacity) || 1;
      sum = sum.map((part) => part * opacity);
      alpha *= opacity;
    }
    under([255, 255, 255, 1]);
    return sum.map(Math.round);
  }

  const hasImage = (element) => getComputedStyle(element).backgroundImage !== "none";
  const pairs = new Map();

  function add(kind, element, own, size) {
    const text = parse(getComputedStyle(element).color);
    const pair = { kind, own, foreground: paint(element, text), background: paint(element, null) };
    const key = JSON.stringify(pair);
    pairs.set(key, (pairs.get(key) ?? 0) + size);
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const size = walker.currentNode.data.trim().replace(/\s+/g, " ").length;
    if (!size || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("script, style, noscript, svg, textarea, select, iframe, object")) continue;
    const link = element.closest("a[href]");
    let button = element.closest(buttons);
    if (button && button === link && !parse(getComputedStyle(button).backgroundColor)[3]) button = null;
    const color = parse(getComputedStyle(element).color);
    if (!button && link && parse(getComputedStyle(link).backgroundColor)[3]) button = link;
    if (!button) add(link ? "link" : "text", element, color, size);
    else if (!hasImage(button)) add("button", element, parse(getComputedStyle(button).backgroundColor), size);
  }
  for (const input of document.querySelectorAll("input[type=submit], input[type=button]")) {
    if (!input.checkVisibility({ visibilityProperty: true }) || hasImage(input)) continue;
    add("button", input, parse(getComputedStyle(input).backgroundColor), 1);
  }
  add("body", document.body, parse(getComputedStyle(document.body).color), 1);
  return [...pairs].map(([key, size]) => ({ ...JSON.parse(key), size }));
};
