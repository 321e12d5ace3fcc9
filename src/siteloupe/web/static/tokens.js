// Design tokens from whatever a report has of them: told by the kinds of its outline, not by the analysis.
// https://www.designtokens.org/tr/2025.10/format/

const HEX = /^#[0-9a-f]{6}$/i;

const makers = { swatches: colors, roles: roleColors, scale: sizes, specimens: families };

/** The report's tokens, a group for each section that has any; null without one. */
export function tokensOf(report, sections) {
  const groups = {};
  for (const { label, path, kind } of sections) {
    const value = path.split(".").reduce((found, step) => found?.[step], report);
    const group = value && makers[kind]?.(value);
    if (group && Object.keys(group).length) groups[nameOf(label)] = group;
  }
  return Object.keys(groups).length ? groups : null;
}

function colors(rows) {
  return named(rows.filter(({ hex }) => HEX.test(hex)).map((row) => [row.slug ?? row.name ?? row.hex, color(row.hex)]));
}

function roleColors(roles) {
  return named(Object.entries(roles).filter(([, role]) => HEX.test(role?.hex)).map(([role, { hex }]) => [role, color(hex)]));
}

function sizes(rows) {
  const token = (px) => ({ $type: "dimension", $value: { value: px, unit: "px" } });
  return named(rows.filter(({ px }) => typeof px === "number").map((row) => [row.value, token(row.px)]));
}

function families(rows) {
  const token = ({ family, fallbacks }) => ({ $type: "fontFamily", $value: [family, ...(fallbacks ?? [])] });
  return named(rows.filter(({ family }) => family).map((row) => [row.family, token(row)]));
}

function color(hex) {
  const components = [1, 3, 5].map((at) => Number((parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(4)));
  return { $type: "color", $value: { colorSpace: "srgb", components, hex: hex.toLowerCase() } };
}

/** Tokens by name; one that is taken gets a number. */
function named(pairs) {
  const group = {};
  for (const [text, token] of pairs) {
    const name = nameOf(text);
    let free = name;
    for (let number = 2; Object.hasOwn(group, free); number += 1) free = `${name}-${number}`;
    group[free] = token;
  }
  return group;
}

/** A name without what the format gives a meaning to: `$` in front, and `{`, `}`, `.`. */
function nameOf(text) {
  const name = String(text).toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return name.slice(0, 60) || "unnamed";
}
