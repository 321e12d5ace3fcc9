// Asks the API, and says in words how it went.

/** What a failed answer tells; `message` is for people. */
export class Failure extends Error {}

/** The report of the analysis `name` on `url`. Throws Failure, or AbortError when `signal` cancels. */
export async function report(name, url, signal) {
  const response = await asked(name, url, signal);
  const body = await response.json().catch(() => null);
  if (body?.success) return body;
  throw new Failure(body?.error ?? `The service answered ${response.status}, which it should not have.`);
}

async function asked(name, url, signal) {
  try {
    return await fetch(`/${name}?url=${encodeURIComponent(url)}`, { signal, headers: { Accept: "application/json" } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure("siteloupe itself could not be reached. Are you online?");
  }
}
