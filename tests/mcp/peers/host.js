// A page that hosts views with the official host library, and tells what passes between it and a view.
import { AppBridge, PostMessageTransport, RESOURCE_MIME_TYPE, getToolUiResourceUri, isToolVisibilityAppOnly } from "@modelcontextprotocol/ext-apps/app-bridge";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const seen = { links: [], sizes: [], errors: [] };
let bridge;
let frame;

/** The policy a host puts before a view that asks for no domains. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "media-src 'self' data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'self'";

window.openView = async ({ mcpUrl, tool, url, theme, variables, width, sandboxUrl }) => {
  const client = new Client(
    { name: "tests", version: "1" },
    { capabilities: { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: [RESOURCE_MIME_TYPE] } } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl)));
  const described = (await client.listTools()).tools.find(({ name }) => name === tool);
  const [content] = (await client.readResource({ uri: getToolUiResourceUri(described) })).contents;
  frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:150px;border:0`;
  document.body.append(frame);
  bridge = newBridge(client, described, theme, variables);
  const initialized = new Promise((resolve) => bridge.addEventListener("initialized", resolve));
  await (sandboxUrl ? throughSandbox(content, sandboxUrl) : inFrame(content));
  await initialized;
  await bridge.sendToolInput({ arguments: { url } });
  const result = await client.callTool({ name: tool, arguments: { url } });
  await bridge.sendToolResult(result);
  return { mimeType: content.mimeType, appOnly: isToolVisibilityAppOnly(described), app: bridge.getAppVersion(), isError: result.isError === true };
};

const newBridge = (client, tool, theme, variables) => {
  const hostContext = { theme, locale: "en-GB", timeZone: "Europe/London", displayMode: "inline", toolInfo: { id: 1, tool }, styles: { variables } };
  const made = new AppBridge(client, { name: "TestHost", version: "1" }, { openLinks: {}, serverTools: {}, logging: {} }, { hostContext });
  made.onopenlink = async ({ url }) => {
    seen.links.push(url);
    return {};
  };
  made.addEventListener("sizechange", (size) => {
    seen.sizes.push(size);
    if (size.height) frame.style.height = `${size.height}px`;
  });
  return made;
};

const connected = () => bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));

const inFrame = async (content) => {
  frame.setAttribute("sandbox", "allow-scripts");
  await connected();
  const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;
  frame.srcdoc = content.text.replace(/<head>/, (head) => head + policy);
};

/** Two frames, the outer one of another origin, as hosts on the web do it. */
const throughSandbox = async (content, sandboxUrl) => {
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  const ready = new Promise((resolve) => bridge.addEventListener("sandboxready", resolve));
  await connected();
  frame.src = sandboxUrl;
  await ready;
  await bridge.sendSandboxResourceReady({ html: content.text, csp: content._meta?.ui?.csp });
};

window.seen = seen;
window.setTheme = (theme) => bridge.setHostContext({ theme });
window.tearDown = () => bridge.teardownResource({}, { timeout: 30000 });
