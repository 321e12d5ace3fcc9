"use strict";
// Offers the analyses to the browser's agent, and as window.SiteloupeWebMCP where there is none. A classic script
// in the head: the tools it registers come before any form's own of the same name, which then gives way.
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
    const { signal } = new AbortController();
    const registered = tools.map((tool) =>
      // A surface that throws, as for a name that is taken, must not keep the other tools from it.
      Promise.resolve().then(() =>
        surface.registerTool({ ...tool, execute: (args, call) => callTool(tool.name, args, call ?? {}) }, { signal }),
      ),
    );
    await Promise.allSettled(registered);
  };

  const [name, surface] = [
    ["document.modelContext", document.modelContext],
    ["navigator.modelContext", navigator.modelContext],
  ].find(([, found]) => typeof found?.registerTool === "function") ?? [null, null];
  api.supported = surface !== null;
  api.surface = name;
  api.ready = surface ? register(surface) : Promise.resolve();

  // A form that was quicker, or that the surface prefers, answers the same.
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
