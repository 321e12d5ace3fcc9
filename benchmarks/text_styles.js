// Size, weight and line height of every visible element with text, by kind.
() => {
  const kinds = { h1: "h1", h2: "h2", h3: "h3", h4: "h4", h5: "h5", h6: "h6", small: "small", button: "button, [role=button], input[type=submit], .btn, .button, .wp-element-button, .elementor-button", body: "p, li, td, dd, div, span, a" };
  const found = {};
  for (const [kind, selector] of Object.entries(kinds)) {
    const styles = new Set();
    for (const element of document.querySelectorAll(selector)) {
      if ((!element.textContent.trim() && element.localName !== "input") || !element.checkVisibility({ visibilityProperty: true })) continue;
      const { fontSize, fontWeight, lineHeight } = getComputedStyle(element);
      const px = parseFloat(fontSize);
      const ratio = lineHeight === "normal" ? null : Math.round((parseFloat(lineHeight) / px) * 100) / 100;
      styles.add(JSON.stringify([px, Number(fontWeight), ratio]));
    }
    found[kind] = [...styles].slice(0, 500).map((style) => JSON.parse(style));
  }
  return found;
};
