// styled-components, which inserts its rules by insertRule.
import { createElement as h } from "react";
import { createRoot } from "react-dom/client";
import styled, { createGlobalStyle } from "styled-components";

const Global = createGlobalStyle`body { margin: 0; background: #fff8f0; color: #3d2c2e; font-family: "Karla", sans-serif; }`;
const Title = styled.h1`font-family: "Abril Fatface", serif;`;
const Buy = styled.button`background: #9b1d20; color: #fff; border: 0; padding: 12px 20px;`;
createRoot(document.querySelector("#root")).render(
  h("main", null, h(Global), h(Title, null, "Wine from the hill"),
    h("p", null, "Four hectares of old vines give us a few thousand bottles a year, and no more than that."),
    h(Buy, null, "Buy a case"), h(Buy, null, "Taste it here")),
);
