import { caseText, evaluationText, profileText } from "./small-workspace.ts";
import { temporaryFolder } from "./temporary.ts";

export interface ClusterWorkspaceOptions {
  cases?: number;
  /** Of the subject and of the judge; OpenRouter's place is taken by OPENROUTER_BASE_URL. */
  model?: string;
  judge?: string;
  profile?: string;
  repetitions?: number;
  /** Of a request of the subject, and of the judge. */
  retries?: number;
  /** Of the subject. With one that executes something, a trial can leave files. */
  tools?: string[];
}

/** A workspace with so many small cases, one subject and one judge; gone when the test ends. */
export function clusterWorkspace(options: ClusterWorkspaceOptions = {}): string {
  return temporaryFolder(clusterFiles(options));
}

export function clusterFiles(options: ClusterWorkspaceOptions = {}): Record<string, string> {
  const {
    cases = 6,
    model = "acme/one",
    judge = "offline/judge",
    profile = "",
    repetitions = 1,
    retries,
    tools,
  } = options;
  const retrying = retries === undefined ? "" : `, retries: ${retries}`;
  const files = Array.from({ length: cases }, (_, at) => {
    const id = `case_${String(at + 1).padStart(4, "0")}`;
    return [
      `configs/cases/${id}/test.yaml`,
      caseText(id, tools ? `  context: { llm_probe: { tools: [${tools}] } }\n` : "").replace(
        "content: Hi",
        `content: "Question ${at + 1}"`,
      ),
    ];
  });
  return {
    ...Object.fromEntries(files),
    "configs/suites/s.yaml": `schema_version: 1\nsuite_id: s\ntitle: S\nmodels: [{ model_id: one, requested_model: ${model} }]\n`,
    "configs/run_profiles/r.yaml": profileText(
      `execution_policy: { max_concurrency: 4, run_repetitions: ${repetitions}${profile} }\n${retries === undefined ? "" : `runner_defaults: { retries: ${retries} }\n`}`,
    ),
    "configs/evaluation_profiles/e.yaml": evaluationText(
      `judges: [{ judge_id: main, type: llm_probe, model: ${judge}${retrying} }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n`,
    ),
  };
}

export const RUN = ["run", "--suite", "s", "--run-profile", "r", "--output", "json"];
export const RUN_EVAL = ["run-eval", "--suite", "s", "--run-profile", "r", "--evaluation-profile", "e", "--no-chart"];
export const REPORT = ["report", "--suite", "s", "--run-profile", "r", "--evaluation-profile", "e", "--output", "json"];

/** The keys are the workers'; everybody has to agree where models are asked. */
export function coordinatorEnv(provider: { baseUrl: string }): Record<string, string> {
  return { OPENROUTER_BASE_URL: provider.baseUrl };
}

export const WORKER_KEY = "sk-or-v1-key-of-the-worker-0123456789";

export function workerEnv(provider: { baseUrl: string }): Record<string, string> {
  return { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: WORKER_KEY };
}
