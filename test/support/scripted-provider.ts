import { onTestFinished } from "vitest";
import { type Script, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";

export type { Script, ScriptedAnswer, ScriptedResponse, ScriptedServer, SeenRequest } from "./scripted-server.ts";

/**
 * A provider for one test: a real HTTP server that speaks chat completions as the script says, records every request,
 * and is gone when the test ends.
 *
 * @example
 * const provider = await scriptedProvider([{ status: 429, headers: { "retry-after": "0" } }, "Paris"]);
 * await assay(["run", …], { env: { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: "key-for-tests" } });
 * expect(provider.requests).toHaveLength(2);
 */
export async function scriptedProvider(script: Script): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  onTestFinished(() => server.close());
  return server;
}
