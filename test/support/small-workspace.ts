import { validatePaths } from "../../src/config/index.ts";
import { temporaryFolder } from "./temporary.ts";

/** Problems as `file:line field: message suggestion`; warnings start with `warning`. */
export async function problemsOf(
  files: Record<string, string | Uint8Array>,
  prepare?: (root: string) => void,
): Promise<string[]> {
  const root = temporaryFolder(files);
  prepare?.(root);
  const { diagnostics } = await validatePaths({ cwd: root, paths: [] });
  return diagnostics.map(inWords);
}

export function inWords({
  severity,
  file,
  line,
  field,
  message,
  suggestion,
}: {
  severity: string;
  file: string;
  line?: number;
  field?: string;
  message: string;
  suggestion?: string;
}): string {
  const place = `${severity === "warning" ? "warning " : ""}${file}${line === undefined ? "" : `:${line}`}`;
  return `${place} ${field ? `${field}: ` : ""}${message}${suggestion ? ` ${suggestion}` : ""}`;
}

export const caseText = (id: string, rest = "", runner = "llm_probe") => `schema_version: 1
case_id: ${id}
title: T
runner: { type: ${runner} }
input:
  messages: [{ role: user, content: Hi }]
${rest}`;
export const caseAt = (id: string, rest = "", runner = "llm_probe") => ({
  [`configs/cases/${id}/test.yaml`]: caseText(id, rest, runner),
});
export const suiteText = (rest = "") => `schema_version: 1
suite_id: s
title: S
models: [{ model_id: big_model }]
${rest}`;
export const agentAt = (id: string, rest = "") => ({
  [`configs/agents/${id}/agent.yaml`]: `schema_version: 1\nagent_id: ${id}\ntitle: A\n${rest}`,
  [`configs/agents/${id}/workspace/AGENTS.md`]: "",
});
export const profileText = (rest = "") => `schema_version: 1\nrun_profile_id: r\ntitle: R\n${rest}`;
export const openclawBlock = "openclaw: { agent_id: main, image: 'openclaw:1', timeout_seconds: 60 }\n";
export const evaluationText = (rest: string) => `schema_version: 1\nevaluation_profile_id: e\ntitle: E\n${rest}`;
export const judged =
  "judges: [{ judge_id: main, type: llm_probe }]\njudge_runs: [{ judge_run_id: r, judge_id: main }]\n";
