"""Stylesheets that are costly: a maker for each by its name."""

from collections.abc import Mapping

from tests.costly.making import Maker, deep, joined, nested, numbered, repeated

VALUES: Mapping[str, Maker] = {
    "colors-open": repeated("rgb(", "a{color:"),
    "colors-in-colors": nested("rgb(", "0", ")", "a{color:", "}"),
    "colors-in-colors-in-rules": repeated(f"a{{color:{'rgb(' * 40}}}"),
    "colors-different": numbered("a{color:rgb(1 2 #0)}"),
    "colors-hex": lambda size: b"".join(b"a{color:#%06x}" % number for number in range(size // 16)),
    "colors-in-one-value": numbered("#00ff00 rgb(#0 1 2) ", "a{background:", "}"),
    "colors-in-one-shadow": numbered("0 0 #0px red,", "a{box-shadow:", "0 0 red}"),
    "colors-named": repeated("red ", "a{border-color:", "}"),
    "colors-oklch": numbered("a{color:oklch(.5 .1 #0)}"),
    "colors-relative": nested("rgb(from ", "red", " r g b)", "a{color:", "}"),
    "colors-relative-in-rules": repeated(f"a{{color:{'hsl(from ' * 20}red{' h s l)' * 20}}}"),
    "colors-relative-calculated": numbered("a{color:oklch(from red calc(l + .00#0) c h)}"),
    "colors-mixed": nested("color-mix(in oklab,red,", "blue", ")", "a{color:", "}"),
    "colors-mixed-both-ways": repeated(
        "a{color:color-mix(in oklab,color-mix(in lch,red,blue),color-mix(in hsl,red 10%,color-mix(in srgb,red,lime)))}"
    ),
    "colors-mixed-different": numbered("a{color:color-mix(in oklab,red #0%,blue)}"),
    "colors-light-dark": nested("light-dark(", "red", ",blue)", "a{color:", "}"),
    "colors-contrast": nested("contrast-color(", "red", ")", "a{color:", "}"),
    "colors-with-spaces": repeated(" ", "a{color:rgb(1", "2,3)}"),
    "colors-with-digits": repeated("9", "a{color:rgb(", ",2,3)}"),
    "gradients-in-a-list": repeated("linear-gradient(red,blue),", "a{background:", "none}"),
    "gradients-in-a-list-different": numbered("linear-gradient(red,rgb(0 0 #0)),", "a{background:", "none}"),
    "gradients-in-gradients": nested("linear-gradient(", "red", ")", "a{background:", "}"),
    "gradients-open": repeated("radial-gradient(", "a{background:"),
    "gradient-stops": repeated("red,", "a{background:linear-gradient(", "blue)}"),
    "gradient-stops-different": numbered("rgb(0 0 #0) 1%,", "a{background:linear-gradient(", "blue)}"),
    "gradient-stops-calculated": repeated("red calc(1% + 2px),", "a{background:linear-gradient(", "blue)}"),
    "gradients-different": numbered("a{background:linear-gradient(#0deg,red,blue)}"),
    "gradients-by-vendors": repeated(
        "-webkit-gradient(linear,0 0,0 1,from(red),to(blue)),", "a{background:", "none}"
    ),
    "gradients-conic": repeated("a{background:conic-gradient(red 10deg,blue 20deg,lime)}"),
    "calculations-open": repeated("calc(", "a{font-size:"),
    "calculations-nested": nested("calc(1px + ", "1px", ")", "a{font-size:", "}"),
    "calculations-in-parentheses": nested("(", "1px", ")", "a{font-size:calc", "}"),
    "calculations-long": repeated("1px + ", "a{font-size:calc(", "1px)}"),
    "calculations-different": numbered("a{font-size:calc(#0px + 1vw)}"),
    "calculations-clamped": nested("clamp(1px,", "2px", ",3px)", "a{font-size:", "}"),
    "calculations-minima": numbered("#0px,", "a{font-size:min(", "1px)}"),
    "calculations-of-signs": repeated("--", "a{font-size:calc(1", "1)}"),
    "functions-unknown-nested": nested("f(", "1", ")", "a{color:", "}"),
    "functions-unknown-in-names": nested("f(", "1", ")", "a{font-family:", "}"),
    "brackets": repeated("[", "a{color:"),
    "parentheses": repeated("(", "a{color:"),
    "parentheses-in-rules": repeated(f"a{{color:{'(' * 20}{')' * 20}}}"),
    "urls-open": repeated("url(", "a{background:"),
    "urls-in-a-list": numbered("url(/i#0.png),", "a{background:", "none}"),
    "urls-of-data": repeated("A", "a{background:url(data:image/png;base64,", ")}"),
    "urls-with-queries": repeated("a=b&", "a{background:url(/i?", ")}"),
    "strings-open": repeated("x", "a{content:'"),
    "strings-of-escapes": repeated("\\41 ", "a{content:'", "'}"),
    "content-of-icons": numbered(".i#0:before{content:'\\e00#0'}"),
    "commas": repeated(",", "a{font-family:", "}"),
    "spaces": repeated(" ", "a{color:", "red}"),
    "exclamation-marks": repeated("!", "a{color:red"),
    "important": repeated("a{color:red!important}"),
    "slashes": repeated("/", "a{font:", "}"),
    "comments-in-values": repeated("/**/", "a{color:", "red}"),
    "long-numbers": repeated("9", "a{font-size:", "px}"),
    "long-keyword": repeated("a", "a{color:", "}"),
}
"""Sheets with long, nested or many values."""

VARIABLES: Mapping[str, Maker] = {
    "variables-doubling": numbered("--a#1:var(--a#0) var(--a#0);", ":root{--a0:x;", "color:var(--a30)}"),
    "variables-doubling-forward": numbered("--a#0:var(--a#1) var(--a#1);", ":root{", "}a{color:var(--a0)}"),
    "variables-growing": numbered("--a#1:var(--a#0)xxxxxxxxxx;", ":root{--a0:x;", "}a{color:var(--a30)}"),
    "variables-growing-all-used": numbered(".a#1{--a#1:var(--a#0)x;color:var(--a#1)}", ":root{--a0:red}"),
    "variables-in-a-circle": numbered("--a#1:var(--a#0);", ":root{--a0:var(--a99);", "}a{color:var(--a3)}"),
    "variables-of-themselves": numbered("--a#0:var(--a#0);", ":root{", "}a{color:var(--a3)}"),
    "variables-chained": numbered("--a#0:var(--a#1);", ":root{", "}a{color:var(--a0)}"),
    "variables-chained-and-used": numbered("--a#0:var(--a#1);color:var(--a#0);", ":root{", "}"),
    "variables-used-by-many": numbered(".a#0{color:var(--a#0,red)}", ":root{--a0:red}"),
    "variables-long-used-often": joined(repeated("x", ":root{--a:", "}"), repeated("a{color:var(--a)}")),
    "variables-long-used-apart": joined(
        repeated("x", ":root{--a:", "}"), numbered(".a#0{color:#0 var(--a)}")
    ),
    "variables-long-in-one-value": joined(
        repeated("x", ":root{--a:", "}"), repeated("var(--a)", "a{color:", "}")
    ),
    "variables-of-lists": joined(
        repeated("red,", ":root{--a:", "blue}"), numbered(".a#0{background:linear-gradient(#0deg,var(--a))}")
    ),
    "variables-of-families": joined(
        numbered("f#0,", ":root{--a:", "g}"), numbered(".a#0{font-family:x#0,var(--a)}")
    ),
    "variables-with-fallbacks": nested("var(--a,", "red", ")", "a{color:", "}"),
    "variables-with-fallbacks-in-rules": repeated(f"a{{color:{'var(--x,' * 30}red{')' * 30}}}"),
    "variables-with-open-fallbacks": repeated("var(--a,", "a{color:"),
    "variables-with-two-fallbacks": nested("var(--a,var(--b,", "red", "))", "a{color:", "}"),
    "variables-in-fallbacks-of-variables": numbered(
        "--a#0:var(--b,var(--a#1));", ":root{", "}a{color:var(--a0)}"
    ),
    "variables-declared": numbered("--a#0:red;", ":root{", "}"),
    "variables-declared-in-rules": numbered(".a#0{--b:red}"),
    "variables-declared-in-selectors": numbered(".a#0,.b#0,.c#0{--a#0:red;color:var(--a#0)}"),
    "variables-declared-in-dark": numbered("--a#0:red;", "@media (prefers-color-scheme:dark){:root{", "}}"),
    "variables-of-wordpress": numbered("--wp--preset--color--a#0:#00f00f;", ":root{", "}"),
    "variables-of-wordpress-fonts": numbered("--wp--preset--font-family--a#0:f#0,serif;", ":root{", "}"),
    "variables-of-wordpress-sizes": numbered("--wp--preset--font-size--a#0:#0px;", ":root{", "}"),
    "variables-of-wordpress-gradients": numbered(
        "--wp--preset--gradient--a#0:linear-gradient(red,blue);", ":root{", "}"
    ),
    "variables-of-wordpress-classes": numbered(
        ".has-a#0-color{color:var(--wp--preset--color--a#0)!important}"
    ),
    "variables-of-elementor": numbered(".elementor-kit-#0{--e-global-color-a#0:#00f00f}"),
    "variables-of-builders": numbered("--ast-global-color-#0:#00f00f;--kadence-#0:red;", ":root{", "}"),
    "variables-with-blocks": nested("{", "x", "}", ":root{--a:", "}"),
    "variables-with-open-blocks": repeated("{", ":root{--a:"),
    "variables-empty": numbered("--a#0:;", ":root{", "}a{color:var(--a0)red}"),
    "variables-with-long-names": repeated("a", ":root{--", ":red}"),
    "variables-of-colors-in-colors": numbered(
        "--a#1:color-mix(in oklab,var(--a#0),red);", ":root{--a0:blue;", "}a{color:var(--a30)}"
    ),
    "properties-registered": numbered("@property --a#0{syntax:'*';inherits:false;initial-value:red}"),
    "properties-registered-in-a-chain": numbered(
        "@property --a#0{syntax:'*';inherits:false;initial-value:var(--a#1)}", "", "a{color:var(--a0)}"
    ),
}
"""Sheets with costly custom properties."""

RULES: Mapping[str, Maker] = {
    "rules": numbered(".a#0{color:red}"),
    "rules-same": repeated("a{color:red}"),
    "rules-empty": repeated("a{}"),
    "rules-open": repeated("a{"),
    "rules-of-many-declarations": numbered("p#0:#0;", "a{", "}"),
    "rules-of-one-property": numbered("color:rgb(0 0 #0);", "a{", "}"),
    "nesting-doubled": repeated("a,b{&c,&d{", "", "color:red"),
    "nesting-of-parents": repeated("& &{", "a,b{", "color:red"),
    "nesting-of-lists": repeated(f"{','.join(f'.a{n}' for n in range(20))}{{", "", "color:red"),
    "nesting-of-lists-apart": repeated(
        "".join(f"{','.join(f'.{name}{n}' for n in range(20))}{{" for name in "abcde") + "color:red" + "}" * 5
    ),
    "nesting-of-many": numbered("&.a#0{color:red}", f"{','.join(f'.s{n}' for n in range(1000))}{{", "}"),
    "nesting-of-a-long-selector": joined(repeated(".a", "", "{"), numbered("&.b#0{color:red}")),
    "nesting-of-long-selectors-apart": numbered(f"{'.x' * 100}.y#0{{{'.z' * 100}{{color:red}}}}"),
    "at-rules-media": repeated("@media all{", "", "a{color:red}"),
    "at-rules-media-different": numbered("@media (min-width:#0px){a{color:red}}"),
    "at-rules-media-long": repeated(" and (min-width:1px)", "@media all", "{a{color:red}}"),
    "at-rules-media-lists": numbered("(min-width:#0px),", "@media ", "all{a{color:red}}"),
    "at-rules-media-deep": nested("(", "min-width:1px", ")", "@media ", "{a{color:red}}"),
    "at-rules-supports": repeated("@supports (a:b){", "", "a{color:red}"),
    "at-rules-supports-deep": nested("not (", "a:b", ")", "@supports ", "{a{color:red}}"),
    "at-rules-supports-long": repeated(" and (a:b)", "@supports (c:d)", "{a{color:red}}"),
    "at-rules-layers": numbered("@layer l#0{a{color:red}}"),
    "at-rules-layers-nested": numbered("@layer l#0{", "", "a{color:red}"),
    "at-rules-layers-listed": numbered("l#0,", "@layer ", "x;a{color:red}"),
    "at-rules-containers": repeated("@container (min-width:1px){", "", "a{color:red}"),
    "at-rules-scopes": repeated("@scope (a){", "", "b{color:red}"),
    "at-rules-mixed": repeated("@media all{@supports (a:b){@layer c{@container d (e){", "", "a{color:red}"),
    "at-rules-unknown": repeated("@x{", "", "a{color:red}"),
    "at-rules-charsets": repeated('@charset "x";'),
    "at-rules-namespaces": repeated("@namespace a url(b);"),
    "at-rules-pages": repeated("@page :first{margin:1px}"),
    "keyframes": numbered("@keyframes k#0{from{color:red}to{color:blue}}"),
    "keyframes-of-steps": numbered("#0%{color:rgb(0 0 #0)}", "@keyframes k{", "}"),
    "imports": numbered("@import url(/i#0.css);"),
    "imports-same": repeated("@import 'a.css';"),
    "imports-conditional": numbered("@import 'i#0.css' layer(l#0) supports(a:b) (min-width:#0px);"),
    "imports-open": repeated("@import url("),
    "selectors-in-a-list": numbered(".a#0,", "", "b{color:red}"),
    "selectors-in-lists": repeated("a,b,c,d,e,f,g,h,i,j{color:red}"),
    "selectors-descending": repeated("a ", "", "{color:red}"),
    "selectors-descending-in-rules": numbered("div div div div .a#0{color:red}"),
    "selectors-of-classes": repeated(".a", "", "{color:red}"),
    "selectors-of-attributes": numbered("[a#0=b]{color:red}"),
    "selectors-of-long-attributes": repeated("[a=b]", "", "{color:red}"),
    "selectors-is": nested(":is(", "a", ")", "", "{color:red}"),
    "selectors-is-of-lists": repeated(":is(a,b)", "", "{color:red}"),
    "selectors-not": nested(":not(", "a", ")", "", "{color:red}"),
    "selectors-has": nested(":has(", "a", ")", "", "{color:red}"),
    "selectors-has-in-rules": numbered(".a#0:has(.b){color:red}"),
    "selectors-nth": numbered(":nth-child(#0n+1){color:red}"),
    "selectors-siblings": numbered("a~b~c~.d#0{color:red}"),
    "selectors-universal": repeated("*{color:red}"),
    "selectors-universal-descending": repeated("* * * *{color:red}"),
    "selectors-of-elements": numbered("x#0{color:red}"),
    "selectors-long-names": repeated("a", ".", "{color:red}"),
    "selectors-escaped": repeated("\\41 ", ".", "{color:red}"),
    "selectors-escaped-in-rules": numbered(".\\31 #0\\:a{color:red}"),
    "selectors-dark": repeated(".dark ", "", "a{color:red}"),
    "selectors-dark-in-rules": numbered(".dark .a#0{color:red;--a:blue}"),
    "selectors-dark-attributes": repeated("[data-theme", "", "=dark]{color:red}"),
    "selectors-commented": repeated("/**/", "a", "{color:red}"),
    "comments": repeated("/**/"),
    "comments-open": repeated("/*"),
    "braces-open": repeated("{"),
    "braces-closed": repeated("}"),
    "semicolons": repeated(";"),
    "backslashes": repeated("\\"),
    "html-comments": repeated("<!---->"),
    "newlines": repeated("\r\n"),
    "unclosed-blocks-in-strings": repeated("a{b:'{"),
    "charset-named": repeated("x", '@charset "', '";a{color:red}'),
}
"""Sheets with many rules, long selectors, and deep nesting."""

FONTS: Mapping[str, Maker] = {
    "faces": numbered("@font-face{font-family:f#0;src:url(/f#0.woff2)}"),
    "faces-same-family": numbered("@font-face{font-family:f;font-weight:#0;src:url(/f#0.woff2)}"),
    "faces-with-long-names": numbered(f"@font-face{{font-family:'{'name ' * 30}#0';src:url(/f#0.woff2)}}"),
    "faces-with-long-names-used": numbered(
        f"@font-face{{font-family:'{'name-' * 30}#0';src:url(/f#0.woff2)}}.a#0{{font-family:'{'name-' * 30}#0'}}"
    ),
    "faces-without-sources": numbered("@font-face{font-family:f#0}"),
    "faces-local": numbered("@font-face{font-family:f#0;src:local('f#0')}"),
    "faces-adjusted": numbered("@font-face{font-family:'f#0 Fallback';src:local(Arial);size-adjust:90%}"),
    "faces-of-google": numbered(
        "@font-face{font-family:f#0;src:url(https://fonts.gstatic.com/s/f#0/v1/a.woff2)}"
    ),
    "faces-of-adobe": numbered(
        "@font-face{font-family:f#0;src:url(https://use.typekit.net/af/a#0/l?fvd=n4)}"
    ),
    "face-sources": numbered("url(/f#0.woff2),", "@font-face{font-family:f;src:", "url(a)}"),
    "face-source-formats": repeated(
        "url(a) format('woff2') tech(variations),", "@font-face{font-family:f;src:", "url(a)}"
    ),
    "face-source-functions": nested("url(", "a", ")", "@font-face{font-family:f;src:", "}"),
    "face-ranges": numbered("U+#0,", "@font-face{font-family:f;src:url(a);unicode-range:", "U+1}"),
    "face-descriptors": numbered("d#0:#0;", "@font-face{font-family:f;src:url(a);", "}"),
    "face-data": repeated("A", "@font-face{font-family:f;src:url(data:font/woff2;base64,", ")}"),
    "face-blocks-nested": repeated("a{}b:c;", "@font-face{", "}"),
    "families": numbered("f#0,", "a{font-family:", "serif}"),
    "families-in-rules": numbered(".a#0{font-family:f#0,g#0,h#0,serif}"),
    "families-in-long-lists": repeated(f"a{{font-family:{','.join(f'f{n}' for n in range(100))}}}"),
    "families-in-long-different-lists": numbered(
        f".a#0{{font-family:{','.join(f'f{n}' for n in range(40))},g#0}}"
    ),
    "families-long": repeated("a ", "a{font-family:", "}"),
    "families-with-hyphens": numbered(".a#0{font-family:my-font-#0}"),
    "families-of-icons": numbered(".icon-a#0:before{font-family:icons#0;content:'\\e001'}"),
    "shorthands": numbered(".a#0{font:italic 700 12px/1.5 f#0,serif}"),
    "shorthands-long": repeated("italic ", "a{font:", "12px a}"),
    "shorthands-of-lists": numbered("f#0,", "a{font:12px ", "serif}"),
    "shorthands-calculated": nested("calc(", "1px", ")", "a{font:", " a}"),
    "sizes": numbered(".a#0{font-size:#0px}"),
    "sizes-clamped": numbered(".a#0{font-size:clamp(#0px,1rem + 2vw,3rem)}"),
}
"""Sheets with many or costly fonts."""

_NESTED = {
    "rgb": ("color:", "rgb(", "0", ")"),
    "rgb-open": ("color:", "rgb(", "0", ""),
    "mix": ("color:", "color-mix(in oklab,red,", "blue", ")"),
    "relative": ("color:", "hsl(from ", "red", " h s l)"),
    "light-dark": ("background:", "light-dark(red,", "red", ")"),
    "gradient": ("background:", "linear-gradient(", "red", ")"),
    "gradient-open": ("background:", "radial-gradient(red,", "red", ""),
    "calc": ("font-size:", "calc(1px + ", "1px", ")"),
    "min": ("font:", "min(1px,", "2px", ") a"),
    "var": ("color:", "var(--a,", "red", ")"),
    "var-of-families": ("font-family:", "var(--a,", "a", ")"),
    "parentheses": ("color:", "(", "1", ")"),
    "brackets": ("--a:", "[", "1", "]"),
    "braces": ("--a:", "{", "1", "}"),
    "urls": ("background:", "url(", "a", ")"),
    "sources": ("src:", "url(", "a", ")"),
    "shadows": ("box-shadow:", "0 0 rgb(", "1", ")"),
}
"""Property, opening, innermost text and closing of values inside each other."""

DEEP: Mapping[str, Maker] = {
    f"deep-{name}-{depth}": deep(opening, inside, closing, depth, before=f".a{{{declared}")
    for name, (declared, opening, inside, closing) in _NESTED.items()
    for depth in (8, 100, 2_000)
}
"""Sheets of rules with values inside each other, at depths below and above the limits."""

DEEP_SELECTORS: Mapping[str, Maker] = {
    f"deep-selectors-{name}-{depth}": deep(
        f":{name}(", ".a", ")", depth, before="", after="{color:red;font-family:a}"
    )
    for name in ("is", "not", "where", "has", "nth-child")
    for depth in (8, 100)
}
"""Sheets of rules with selectors inside each other."""

LINKS: Mapping[str, Maker] = {
    "links-to-google": numbered(
        "<link rel=stylesheet href='//fonts.googleapis.com/css2?family=F#0:wght@400'>"
    ),
    "links-to-google-families": numbered(
        "&family=F#0:wght@400", "<link rel=stylesheet href='//fonts.googleapis.com/css2?a=b", "'>"
    ),
    "links-to-google-families-in-one": numbered(
        "F#0:400,700%7C", "<link rel=stylesheet href='//fonts.googleapis.com/css?family=", "'>"
    ),
    "links-to-google-axes": numbered(
        "#0;", "<link rel=stylesheet href='//fonts.googleapis.com/css2?family=F:wght@", "900'>"
    ),
    "links-to-google-long-families": repeated(
        "<link rel=stylesheet href='//fonts.googleapis.com/css2?family=A:ital,wght@0,100;0,200;0,300;1,100;1,200&family=B'>"
    ),
    "links-to-bunny": numbered(
        f"<link rel=stylesheet href='//fonts.bunny.net/css?family=z#0q{'|'.join(f'z{n}' for n in range(50))}'>"
    ),
    "links-to-bunny-different": numbered(
        f"<link rel=stylesheet href='//fonts.bunny.net/css?family={'|'.join(f'z#0q{n}' for n in range(50))}'>"
    ),
    "links-to-fontshare": numbered("<link rel=stylesheet href='//api.fontshare.com/v2/css?f[]=f#0@400,700'>"),
    "links-to-adobe": numbered("<link rel=stylesheet href='//use.typekit.net/abc#0.css'>"),
    "links-to-unpkg": numbered("<link rel=stylesheet href='//unpkg.com/@fontsource/f#0@5/index.css'>"),
}
"""Links to font services; together with SLUGS, so that each family of a link is looked for in the faces."""

SLUGS = b"".join(
    b"@font-face{font-family:'%b %d';src:url(/f%d.woff2)}" % (b"name " * 30, number, number)
    for number in range(1000)
)
"""A sheet of 1,000 faces with long names."""

WIDE = b"".join(b"<div class='a%d b'><p id=i%d><a><b>x</b></a></div>" % (n, n) for n in range(1500))
"""A page for sheets whose selectors shall find elements."""

ON_WIDE: Mapping[str, Maker] = {
    "selectors-on-elements": numbered(".b .b .a#0{font-family:f#0;color:red}"),
    "selectors-on-elements-descending": numbered("div p a b:nth-child(#0){font-family:f#0;color:red}"),
    "selectors-on-elements-universal": numbered("* * :not(.a#0){font-family:f#0;color:red}"),
    "selectors-on-elements-classes": numbered(".a#0{font-family:f#0;color:red}"),
    "selectors-on-elements-siblings": numbered("div~div:not(#i#0){font-family:f#0;color:red}"),
    "selectors-on-elements-attributes": numbered("[class*=a]:not(.z#0){font-family:f#0;color:red}"),
    "selectors-on-elements-is": numbered(":is(.a1,.b,p):not(.z#0) b{font-family:f#0;color:red}"),
    "selectors-on-elements-has": numbered("div:has(b):not(.z#0){font-family:f#0;color:red}"),
    "selectors-on-elements-in-lists": repeated(
        f"{','.join(f'.a{n}' for n in range(50))}{{font-family:f;color:red;background:blue}}"
    ),
    "variables-on-elements": numbered(".a#0{--c:rgb(0 0 #0)}.a#0 b{color:var(--c)}"),
}
"""Sheets for the page WIDE."""
