import { createRequire } from "node:module";
import { join } from "node:path";
import type { Attack } from "./attack.ts";
import { PEERS } from "./tool-campaign.ts";

/** Requests of an agent to the proxy; test/corpora/hostile-peers/agent.cjs sends them. */
const { names } = createRequire(import.meta.url)(join(PEERS, "agent.cjs")) as { names: string[] };

const KINDS: [RegExp, string][] = [
  [/chunk|byte|headers|trailers|length|connections|halves|pipelined|path|token|small/, "connections to the proxy"],
  [/nested/, "depth of bodies to the proxy"],
  [/gzip|bomb/, "packed bodies to the proxy"],
];

export const PROXY_ATTACKS: Attack[] = names.map((name) => ({
  name: `proxy ${name}`,
  kind: KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? "bodies to the proxy",
}));
