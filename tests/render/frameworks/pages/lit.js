// Lit: everything is in a shadow tree with adopted sheets.
import { LitElement, css, html } from "lit";

class PageShop extends LitElement {
  static styles = css`
    :host { display: block; min-height: 100vh; background: #132a13; color: #ecf39e; font-family: "Nunito", sans-serif; }
    h1 { font-family: "Fraunces", serif; margin: 0; }
    button { background: #f9a620; color: #132a13; border: 0; padding: 12px 20px; }
  `;
  render() {
    return html`<h1>Seeds and tools</h1>
      <p>We grow what we sell, answer every letter, and send the seeds in paper bags that you can compost.</p>
      <button>Order seeds</button><button>Ask a gardener</button>`;
  }
}
customElements.define("page-shop", PageShop);
document.querySelector("#root").append(document.createElement("page-shop"));
document.body.style.margin = "0";
