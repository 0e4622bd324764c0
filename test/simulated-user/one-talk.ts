import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, KEY } from "../gateway/one-trial.ts";
import { assay } from "../support/assay.ts";
import { type ScriptedAnswer, type SeenRequest, scriptedProvider } from "../support/scripted-provider.ts";
import { temporaryFolder } from "../support/temporary.ts";

export const USER = { persona: "Ann, in a hurry.", goal: "I want my money back.", model: "cheap/user" };

/** An answer of the user's model. */
export const says = (message: string, done = false): ScriptedAnswer => ({ content: JSON.stringify({ message, done }) });

interface Talk {
  subject: ScriptedAnswer[];
  user: ScriptedAnswer[];
  input?: object;
  /** Fields of `input.user`. */
  settings?: object;
  repetitions?: number;
  args?: string[];
}

/** One trial with a simulated user: a real `assay run`, both models behind one server, and what was left. */
export async function runTalk({ subject, user, input = {}, settings = {}, repetitions = 1, args = [] }: Talk) {
  const asked = { subject: [] as SeenRequest["body"][], user: [] as SeenRequest["body"][] };
  const provider = await scriptedProvider(({ body }) => {
    const side = body.model === USER.model ? "user" : "subject";
    const script = side === "user" ? user : subject;
    asked[side].push(body);
    return script[asked[side].length - 1] ?? script.at(-1)!;
  });
  const fields = {
    schema_version: 1,
    case_id: "c",
    title: "C",
    runner: { type: "llm_probe" },
    input: { messages: [{ role: "user", content: "Hello." }], user: { ...USER, ...settings }, ...input },
  };
  const root = temporaryFolder({
    "configs/suites/s.yaml":
      "schema_version: 1\nsuite_id: s\ntitle: S\nmodels: [{ model_id: m, requested_model: acme/zeta-9000 }]\n",
    "configs/run_profiles/p.yaml": `schema_version: 1\nrun_profile_id: p\ntitle: P\nrunner_defaults: { retries: 0, timeout_seconds: 10 }\nexecution_policy: { run_repetitions: ${repetitions} }\n`,
    "configs/cases/c/test.yaml": JSON.stringify(fields),
  });
  const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
  const again = (more: string[] = []) =>
    assay(["run", "--suite", "s", "--run-profile", "p", ...args, ...more], { cwd: root, env });
  const result = await again();
  const runs = join(root, "outputs/runs");
  const [path] = existsSync(runs) ? filesBelow(runs, "run_1.json") : [];
  return { ...result, root, env, provider, asked, again, run: path ? JSON.parse(readFileSync(path, "utf8")) : null };
}

/** The speakers and texts in a stored run. */
export const spokenIn = (run: { trace: { kind: string; role?: string; content?: string }[] }) =>
  run.trace.filter(({ kind }) => kind === "message").map(({ role, content }) => `${role}: ${content}`);
