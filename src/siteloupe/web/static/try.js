// Sends the reference's example requests, and shows the answers as they come.

for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

async function send(form) {
  const output = form.querySelector("output");
  const [line, body] = [output.querySelector(".line"), output.querySelector("pre")];
  const address = `/${form.dataset.try}?url=${encodeURIComponent(form.elements.url.value.trim())}`;
  output.hidden = false;
  line.textContent = `GET ${address} …`;
  body.textContent = "";
  const started = performance.now();
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    const text = await response.text();
    const kept = response.headers.get("cache-control");
    line.textContent = `${response.status} in ${Math.round(performance.now() - started)} ms, Cache-Control: ${kept}`;
    body.textContent = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    line.textContent = "The service could not be reached.";
  }
}
