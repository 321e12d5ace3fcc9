// Emotion, which inserts its rules by insertRule.
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import { Global, css } from "@emotion/react";
import styled from "@emotion/styled";

const Title = styled.h1`font-family: "Space Grotesk", sans-serif;`;
const Join = styled.a`display: inline-block; background: #6a4c93; color: #fff; padding: 12px 20px;`;
createRoot(document.querySelector("#root")).render(
  h("main", null,
    h(Global, { styles: css`body { margin: 0; background: #f4f1f8; color: #1f1a26; font-family: "Work Sans", sans-serif; }` }),
    h(Title, null, "A choir for everyone"),
    h("p", null, "We sing on Tuesdays in the old chapel, and nobody has to read music before the first evening."),
    h(Join, { href: "/join" }, "Join the choir"), h(Join, { href: "/visit" }, "Visit a rehearsal")),
);
