// Vue with a template that is compiled in the browser, and a style element that the script appends.
import { createApp } from "vue";

const style = document.createElement("style");
style.textContent = `body{margin:0;background:#fdf6e3;color:#073642;font-family:"Source Serif",Georgia,serif}
h1{font-family:"Archivo Black",sans-serif}.go{background:#268bd2;color:#fff;border:0;padding:12px 20px}`;
document.head.append(style);
createApp({
  data: () => ({ rooms: ["Oak room", "Elm room"] }),
  template: `<h1>Rooms by the lake</h1><p>Each of our rooms looks over the water, and breakfast is in the garden.</p>
    <button v-for="room in rooms" class="go">Book the {{ room }}</button>`,
}).mount("#root");
