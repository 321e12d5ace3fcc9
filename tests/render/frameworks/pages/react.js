// React, with a stylesheet that the script links.
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";

const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/react.css" });
document.head.append(link);
createRoot(document.querySelector("#root")).render(
  h("main", null, h("h1", null, "Bread by hand"),
    h("p", null, "We bake every morning, from flour that is milled two streets away, and sell until noon."),
    h("button", { className: "buy" }, "Order bread"), h("button", { className: "buy" }, "Visit us")),
);
