// Both generations of the official TypeScript client against one server; prints what each of them got.
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [address, ...urls] = process.argv.slice(2);
const info = { name: "tests", version: "1" };

const clients = {
  "client 2": () => [new NewClient(info), new NewTransport(new URL(address))],
  "client 2, probing": () => [new NewClient(info, { versionNegotiation: { mode: "auto" } }), new NewTransport(new URL(address))],
  "sdk 1": () => [new OldClient(info), new OldTransport(new URL(address))],
};

const outcome = async (promise) => promise.catch((error) => ({ code: error.code ?? null, message: String(error.message) }));

const used = async (client) => {
  const { tools } = await client.listTools();
  const { resources } = await client.listResources();
  const read = await client.readResource({ uri: resources[0].uri });
  const calls = [];
  for (const tool of tools) for (const url of urls) calls.push(await outcome(client.callTool({ name: tool.name, arguments: { url } })));
  return {
    tools: tools.map(({ name }) => name),
    resources: resources.map(({ uri }) => uri),
    mimeType: read.contents[0].mimeType,
    prompts: (await outcome(client.listPrompts())).prompts ?? "not asked",
    ping: await client.ping().catch(({ code }) => code),
    calls,
    unknownTool: (await outcome(client.callTool({ name: "no_such_tool", arguments: {} }))).code,
    unknownResource: (await outcome(client.readResource({ uri: "ui://siteloupe/none" }))).code,
  };
};

const results = {};
for (const [name, make] of Object.entries(clients)) {
  const [client, transport] = make();
  await client.connect(transport);
  results[name] = await used(client);
  await client.close();
}
console.log(JSON.stringify(results));
