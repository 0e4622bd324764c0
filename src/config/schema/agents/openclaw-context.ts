import { z } from "zod";
import { insidePath } from "../fields/common.ts";
import { complain } from "../fields/request-options.ts";

/**
 * Hints about an agent's task. Besides the one that Assay uses, a case may add its own for hooks. Neither the agent nor a judge sees those,
 * so they are not part of a trial's identity.
 */
export const openclawContext = z
  .object({
    expected_artifact: insidePath
      .optional()
      .describe("File the agent is expected to leave, relative to its workspace; kept as a key output"),
  })
  .catchall(z.json())
  .superRefine((context, issues) => {
    for (const key of Object.keys(context))
      if (Object.hasOwn(SETTINGS_ELSEWHERE, key)) complain(key, SETTINGS_ELSEWHERE[key]!, issues);
  });

const IN_RUN_PROFILE = "is a setting, not a hint; it belongs in the run profile, under `openclaw`";

/** Settings that belong elsewhere and would have no effect as hints. */
const SETTINGS_ELSEWHERE: Readonly<Record<string, string>> = {
  agent_id: `${IN_RUN_PROFILE}, or into the suite, under \`openclaw.agent_assignments\``,
  image: IN_RUN_PROFILE,
  timeout_seconds: IN_RUN_PROFILE,
  docker_cli: IN_RUN_PROFILE,
  model: "is a setting, not a hint; the suite's `models` say which model the agent works with",
  tools: "is a setting, not a hint; an agent brings its own tools, which `openclaw.agent.tools` in agent.yaml limits",
};

export type OpenClawContext = z.infer<typeof openclawContext>;

/** Keeps only what Assay uses. */
export function withoutHints({ expected_artifact }: OpenClawContext = {}): { expected_artifact?: string } {
  return expected_artifact === undefined ? {} : { expected_artifact };
}

/** Keeps only what is for hooks. */
export function hintsOf({ expected_artifact: _ours, ...hints }: OpenClawContext = {}): Record<string, unknown> {
  return hints;
}
