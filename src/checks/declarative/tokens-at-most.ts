import type { DeclarativeCheck } from "../../config/index.ts";
import type { Finding, RunArtifact } from "../../records/index.ts";
import { checkAtMost, countRequestsWithout } from "./at-most.ts";

type Check = Extract<DeclarativeCheck, { kind: "tokens_at_most" }>;

/** Checks the provider's token count over all requests of the trial. */
export function tokensAtMost({ tokens, of }: Check, { usage, runner_metadata }: RunArtifact): Finding {
  return checkAtMost({
    what: "The trial used",
    unit: of === "total" ? "tokens" : `${of} tokens`,
    limit: tokens,
    found: usage?.[`${of}_tokens`] ?? null,
    missing: countRequestsWithout("usage", runner_metadata),
    unknown: "How many tokens the trial used is not known: the provider reported no usage.",
  });
}
