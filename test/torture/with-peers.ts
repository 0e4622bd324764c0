import { FUNCTION_ATTACKS } from "./peers/function-attacks.ts";
import { tryFunctionAttacks } from "./peers/function-campaign.ts";
import { NESTED_ATTACKS, tryNestedAttacks } from "./peers/nested-campaign.ts";
import { PROXY_ATTACKS } from "./peers/proxy-attacks.ts";
import { tryProxyAttacks } from "./peers/proxy-campaign.ts";
import { HTTP_ATTACKS, STDIO_ATTACKS } from "./peers/tool-attacks.ts";
import { tryToolAttacks } from "./peers/tool-campaign.ts";
import { tryInGroups } from "./peers/try-in-groups.ts";
import type { TortureRow } from "./torture.ts";

/** Hostile servers, bodies, inputs and functions, in processes of ours with an honest neighbour each. */
export async function* tortureWithPeers(): AsyncIterable<TortureRow> {
  yield* tryInGroups([...STDIO_ATTACKS, ...HTTP_ATTACKS], 6, tryToolAttacks);
  yield* tryInGroups(PROXY_ATTACKS, 4, tryProxyAttacks);
  yield* tryInGroups(NESTED_ATTACKS, 1, tryNestedAttacks);
  yield* tryInGroups(FUNCTION_ATTACKS, 10, tryFunctionAttacks);
}
