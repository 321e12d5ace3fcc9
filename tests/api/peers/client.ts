import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";
declare const process: { argv: string[] };

// Node's own User-Agent is too short for the service, which wants to know who asks.
const headers = { "User-Agent": "generated-client/1.0" };
const client = createClient<paths>({ baseUrl: process.argv[2], headers });
const { data, error, response } = await client.GET("/check-cms", {
  params: { query: { url: process.argv[3] } },
});
const theme: string | null | undefined = data?.theme?.name;
console.log(JSON.stringify({ status: response.status, isCms: data?.isCms, theme, error: error?.error }));
