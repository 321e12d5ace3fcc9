import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";
declare const process: { argv: string[] };

const client = createClient<paths>({ baseUrl: process.argv[2] });
const { data, error, response } = await client.GET("/check-cms", {
  params: { query: { url: process.argv[3] } },
});
const theme: string | null | undefined = data?.theme?.name;
console.log(JSON.stringify({ status: response.status, isCms: data?.isCms, theme, error: error?.error }));
