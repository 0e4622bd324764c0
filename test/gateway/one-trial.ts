import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assay } from "../support/assay.ts";
import { type Script, scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

export const KEY = "sk-or-test-0123456789abcdef";

interface Setting {
  tools?: string[];
  /** Lines of the run profile's runner_defaults. */
  settings?: Record<string, number>;
  /** Instead of the address of the provider and its key. */
  env?: Record<string, string>;
  files?: Record<string, string | Uint8Array>;
  /** The user's home; the real one when left out. */
  home?: string;
}

/** One case, one model, one trial: `assay run` as a user calls it, and what it left. */
export async function runOneTrial(script: Script, setting: Setting = {}) {
  const { tools = [], settings = {}, files = {} } = setting;
  const provider = await scriptedProvider(script);
  const env = setting.env ?? { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
  const root = temporaryFolder({
    "configs/suites/s.yaml": `schema_version: 1\nsuite_id: s\ntitle: S\nmodels:\n  - model_id: m\n    requested_model: some/model\n`,
    "configs/run_profiles/p.yaml": `schema_version: 1\nrun_profile_id: p\ntitle: P\nrunner_defaults: ${JSON.stringify({ retries: 0, timeout_seconds: 10, ...settings })}\n`,
    "configs/cases/c/test.yaml": `schema_version: 1\ncase_id: c\ntitle: C\nrunner:\n  type: llm_probe\ninput:\n  messages:\n    - role: user\n      content: Do it.\n  context:\n    llm_probe:\n      tools: ${JSON.stringify(tools)}\n`,
    ...files,
  });
  const result = await assay(["run", "--suite", "s", "--run-profile", "p"], {
    cwd: root,
    env: { ...env, ...(setting.home ? { HOME: setting.home } : {}) },
  });
  const [path] = existsSync(join(root, "outputs")) ? filesBelow(join(root, "outputs", "runs"), "run_1.json") : [];
  return { ...result, root, provider, run: path ? JSON.parse(readFileSync(path, "utf8")) : null };
}

export function filesBelow(folder: string, name = ""): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(name))
    .map((entry) => join(entry.parentPath, entry.name));
}
