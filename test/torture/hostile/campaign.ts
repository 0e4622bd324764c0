import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { stringify } from "yaml";
import { ASK, type HostileAgent, type Place } from "./corpus.ts";
import { type HostileProvider, openHostileProvider } from "./provider.ts";

/** The agent that works beside the hostile ones and must be scored as if they were not there. */
export const HONEST: HostileAgent = {
  name: "honest",
  promise: "it is scored",
  language: "shell",
  program: 'node "$HOME/ask.cjs" hello, I confide; echo done > out.txt; echo yes > tried',
  second_turn: 'node "$HOME/ask.cjs" again',
};

/** A workspace with agents to run, and a world around it that they must not touch. */
export interface HostileCampaign {
  agents: HostileAgent[];
  /** Both are removed by their creator: the first contains everything of it, the second Assay's temporary files. */
  root: string;
  tmp: string;
  /** That Assay is called in. */
  workspace: string;
  /** Must not be read. */
  canary: { path: string; secret: string };
  key: string;
  /** In the environment of everything that agents start. */
  mark: string;
  provider: HostileProvider;
  /** Additional environment of Assay. */
  env: Record<string, string>;
  turnSeconds: number;
  turns: number;
}

export interface Setting {
  place: Place;
  /** Of containers. */
  image?: string;
}

export async function makeHostileCampaign(
  hostile: readonly HostileAgent[],
  { place, image }: Setting,
): Promise<HostileCampaign> {
  const root = mkdtempSync(join(tmpdir(), "assay-test-"));
  const [workspace, host] = [join(root, "here"), join(root, "host")];
  for (const path of [workspace, host]) mkdirSync(path);
  // A path of its own, because that of a socket must not be longer.
  const tmp = mkdtempSync("/tmp/assay-test-");
  // Readable for anything that escapes, as any user.
  chmodSync(root, 0o755);
  // Signs that look different in an address, and nothing that is a word of anybody.
  const canary = { path: join(host, "canary.txt"), secret: `canary+/${randomBytes(12).toString("hex")}` };
  writeFileSync(canary.path, `${canary.secret}\n`);
  const key = `sk-or-v1-${randomBytes(24).toString("hex")}`;
  const mark = `mark${randomBytes(8).toString("hex")}`;
  const provider = await openHostileProvider(key);
  const agents = [...hostile, HONEST];
  const turnSeconds = Math.max(...agents.map(({ seconds = 20 }) => seconds));
  const turns = hostile.some(({ second_turn }) => second_turn !== undefined) ? 2 : 1;
  const campaign = { agents, root, workspace, tmp, canary, key, mark, provider, env: {}, turnSeconds, turns };
  for (const [path, text] of Object.entries(filesOf(campaign, place === "container" ? image : undefined))) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  return campaign;
}

function filesOf(campaign: HostileCampaign, image: string | undefined): Record<string, string> {
  const { agents, provider, turnSeconds, turns } = campaign;
  const { network } = agents[0]!;
  const id = (name: string) => name.replaceAll("-", "_");
  const files: Record<string, unknown> = {
    "configs/suites/hostile.yaml": {
      suite_id: "hostile",
      models: agents.map(({ name }) => ({
        model_id: id(name),
        requested_model: `maker/${name}`,
        agent_id: id(name),
      })),
    },
    "configs/cases/task/test.yaml": {
      case_id: "task",
      runner: { type: "agent" },
      input: {
        ...(turns === 1
          ? { messages: [user("Write out.txt.")] }
          : { turns: [user("Write out.txt."), user("Is it written?")] }),
        context: { agent: { expected_artifact: "out.txt" } },
      },
      expectations: { hard_expectations: [{ text: "out.txt is there." }] },
      deterministic_checks: [
        { check_id: "own-programs", declarative: { kind: "command", command: "diff --version; ls; git status" } },
      ],
    },
    "configs/run_profiles/hostile.yaml": {
      run_profile_id: "hostile",
      execution_policy: { max_concurrency: 4, run_repetitions: 1 },
      network_access: network?.map((host) => host.replace("{port}", String(provider.port))) ?? "deny",
      sandbox_disk_mb: Math.min(...agents.map(({ disk_mb = 512 }) => disk_mb)),
      gateway: { base_url: `http://127.0.0.1:${provider.port}/v1`, api_key_env: "HOSTILE_API_KEY" },
      agent: { timeout_seconds: turnSeconds, docker_cli: "podman" },
    },
    "configs/evaluation_profiles/judged.yaml": {
      evaluation_profile_id: "judged",
      judges: [{ judge_id: "main", type: "llm_probe", model: "offline/judge" }],
      judge_runs: [{ judge_run_id: "main", judge_id: "main" }],
    },
  };
  for (const agent of agents)
    files[`configs/agents/${id(agent.name)}/agent.yaml`] = {
      agent_id: id(agent.name),
      ...agentOf(agent, campaign, image),
    };
  const texts = Object.entries(files).map(([path, value]) => [
    path,
    stringify({ schema_version: 1, title: "Hostile", ...(value as object) }),
  ]);
  const readme = agents.map(({ name }) => [`configs/agents/${id(name)}/workspace/README.md`, "A small project.\n"]);
  return Object.fromEntries([...texts, ...readme]);
}

function agentOf(
  { name, language, program, second_turn, resumes_by_session, output }: HostileAgent,
  campaign: HostileCampaign,
  image?: string,
) {
  const words = language === "shell" ? ["/bin/sh", "-c"] : ["node", "-e"];
  const { canary, workspace, provider, mark } = campaign;
  return {
    kind: "command",
    ...(image === undefined ? {} : { image, version_command: [...words, ""] }),
    command: [...words, program],
    resume: [...words, second_turn ?? program, ...(resumes_by_session ? ["{session}"] : [])],
    output: output ?? { format: "text" },
    environment: {
      BASE_URL: "{base_url}",
      TOKEN: "{token}",
      MODEL: "{model}",
      AGENT: name,
      // Knowledge of an attacker: the location of everything.
      CANARY: canary.path,
      STORE: join(workspace, "outputs"),
      PROVIDER: `127.0.0.1:${provider.port}`,
      MARK: mark,
    },
    home_files: { "ask.cjs": ASK },
  };
}

const user = (content: string) => ({ role: "user", content });
