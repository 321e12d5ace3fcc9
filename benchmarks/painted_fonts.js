// How many visible characters a page paints in each list of fonts, and in which its body is.
() => {
  const sizes = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const size = walker.currentNode.data.trim().replace(/\s+/g, " ").length;
    if (!size || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("script, style, noscript, svg, textarea, select, iframe, object")) continue;
    const family = getComputedStyle(element).fontFamily;
    sizes[family] = (sizes[family] ?? 0) + size;
  }
  return { body: getComputedStyle(document.body).fontFamily, sizes };
};
