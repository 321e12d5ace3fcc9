"use strict";
// Offers the analyses to the browser's agent, and as window.SiteloupeWebMCP to everybody. The page loads this script
// with `defer`, so that it finds every form parsed: no name may be registered twice, because Chromium 150 ends the
// tab when a form and a script, or two forms, register the same name.
// https://webmachinelearning.github.io/webmcp/
(() => {
  const tools = [[tools]];
  const api = { supported: false, surface: null, tools, callTool, ready: null };

  const failed = (text) => ({ content: [{ type: "text", text }], isError: true });

  /** What POST /mcp answers to the call, untouched. Never rejects: a failure is a result with isError. */
  async function callTool(name, args = {}, { signal } = {}) {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args ?? {} } };
    try {
      const response = await fetch("/mcp", {
        method: "POST",
        headers: { "Content-Type": "application/json", "MCP-Protocol-Version": "2025-06-18" },
        body: JSON.stringify(call),
        signal,
      });
      const { result, error } = await response.json();
      return result ?? failed(error?.message ?? `The service answered ${response.status}.`);
    } catch (error) {
      return failed(error.name === "AbortError" ? "The call was cancelled." : "The service could not be reached.");
    }
  }

  const register = async (surface) => {
    // Only a script can register the whole schema and the annotations, so the forms stop being tools.
    for (const form of document.querySelectorAll("form[toolname]")) form.removeAttribute("toolname");
    // The browser unregisters a form's tool at once; a polyfill does it in a microtask.
    await null;
    const { signal } = new AbortController();
    const registered = tools.map(async (tool) =>
      surface.registerTool({ ...tool, execute: (args, call) => callTool(tool.name, args, call ?? {}) }, { signal }),
    );
    // A tool that the surface rejects must not keep the other tools from it.
    await Promise.allSettled(registered);
  };

  // Chromium 150 has both and warns of the second, which is read only where the first is missing.
  const [name, owner] = [
    ["document.modelContext", document],
    ["navigator.modelContext", navigator],
  ].find(([, owner]) => typeof owner.modelContext?.registerTool === "function") ?? [null, null];
  api.supported = owner !== null;
  api.surface = name;
  api.ready = owner ? register(owner.modelContext) : Promise.resolve();

  // A surface that comes later finds the forms with their names; a form then answers as the tool does.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!event.agentInvoked || !form.getAttribute("toolname")) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const args = Object.fromEntries(new FormData(form));
      event.respondWith(callTool(form.getAttribute("toolname"), args));
    },
    true,
  );

  window.SiteloupeWebMCP = api;
})();
