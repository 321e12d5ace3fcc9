// Tailwind's build for browsers, which makes the CSS of the classes that it finds.
document.body.className = "m-0 bg-slate-900 text-slate-100 font-sans";
document.querySelector("#root").innerHTML = `<h1 class="text-4xl font-serif">Night walks</h1>
  <p>Our guides know every lamp of the old town, and tell what happened under each of them.</p>
  <button class="bg-amber-500 text-slate-900 px-4 py-2">Book a walk</button>
  <button class="bg-amber-500 text-slate-900 px-4 py-2">Meet a guide</button>`;
const style = document.createElement("style");
style.type = "text/tailwindcss";
style.textContent = '@theme { --font-sans: "Inter", sans-serif; --font-serif: "Playfair Display", serif; }';
document.head.append(style);
import("@tailwindcss/browser");
