import { stringify } from "yaml";
import { RUBRIC, sampleLine } from "../../rubric/support.ts";
import { MODEL } from "../../support/wire-streams.ts";
import { agentFiles } from "./agent-program.ts";
import type { Order } from "./order.ts";

/** Files of workspaces in which money is spent: a campaign of plain models with questions of these sizes. */
export function campaign(sizes: readonly number[], concurrency: number, retries = 0): Record<string, string> {
  const cases = sizes.map((size, at) => {
    const id = `c${String(at).padStart(3, "0")}`;
    const content = `Question ${at + 1}: what is 2 + 2? ${"word ".repeat(size / 5)}`;
    return [
      `configs/cases/${id}/test.yaml`,
      stringify({
        schema_version: 1,
        case_id: id,
        title: "Adds",
        runner: { type: "llm_probe" },
        input: { messages: [{ role: "user", content }] },
        expectations: { hard_expectations: [{ text: "Answers 4." }] },
      }),
    ];
  });
  return { ...Object.fromEntries(cases), ...profiles("acme/alpha", concurrency, retries) };
}

function profiles(model: string, concurrency: number, retries: number, suite: object = {}): Record<string, string> {
  const judge = { judge_id: "main", type: "llm_probe", model: "acme/judge", retries, attempts: 2 };
  const texts = {
    "configs/suites/s.yaml": { suite_id: "s", models: [{ model_id: "alpha", requested_model: model, ...suite }] },
    "configs/run_profiles/p.yaml": {
      run_profile_id: "p",
      runner_defaults: { retries },
      execution_policy: { max_concurrency: concurrency },
      ...("agent_id" in suite ? { agent: { timeout_seconds: 60 } } : {}),
    },
    "configs/evaluation_profiles/e.yaml": {
      evaluation_profile_id: "e",
      max_concurrency: concurrency,
      judges: [judge],
      judge_runs: [{ judge_run_id: "main_run", judge_id: "main" }],
    },
  };
  return asYaml(texts);
}

function asYaml(texts: Record<string, object>): Record<string, string> {
  const entries = Object.entries(texts);
  return Object.fromEntries(
    entries.map(([path, value]) => [path, stringify({ schema_version: 1, title: "T", ...value })]),
  );
}

/** An agent that spends as ordered, once for each trial. */
export function agentCampaign({ trials, world }: Order): Record<string, string> {
  const cases = trials.map((_, at) => [
    `configs/cases/c${at}/test.yaml`,
    { case_id: `c${at}`, runner: { type: "agent" }, input: { messages: [{ role: "user", content: "Spend." }] } },
  ]);
  return {
    ...asYaml(Object.fromEntries(cases)),
    ...profiles(MODEL, trials.length, 0, { agent_id: "spender" }),
    "configs/agents/spender/workspace/README.md": "A small project.\n",
    ...asYaml({
      "configs/agents/spender/agent.yaml": {
        agent_id: "spender",
        kind: "command",
        command: ["/bin/sh", "-c", 'exec node "$HOME/spend.cjs"'],
        output: { format: "text" },
        environment: { BASE_URL: "{base_url}", TOKEN: "{token}", MODEL: "{model}" },
        home_files: agentFiles(trials[0]!, world.latencyMs),
      },
    }),
  };
}

/** For a rubric, with outputs of these sizes. */
export function samples(sizes: readonly number[]): Record<string, string> {
  const line = (size: number, at: number) =>
    sampleLine({ question_id: `q${at}`, model_output: `Because of q${at}. ${"word ".repeat(size / 5)}` });
  return { "samples.jsonl": sizes.map(line).join("\n"), "rubric.json": RUBRIC };
}

/** The answer of a subject, and of a judge that scores it. */
export function judgeOrModel({ model }: Record<string, unknown>): string {
  if (!String(model).includes("judge")) return "2 + 2 is 4.";
  const names = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];
  const dimensions = Object.fromEntries(names.map((name) => [name, { evidence: ['It says "4".'], score: 8 }]));
  return JSON.stringify({ summary: "Fine.", dimensions, overall: { score: 8, reason: "Worth 8." } });
}
