import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { REAL_KEY } from "../support/wire-upstream.ts";
import { type AgentTrial, runAgentTrial } from "./support/agent-trial.ts";
import { playProvider, refusingProvider, silentProvider } from "./support/play-provider.ts";
import { realAgents } from "./support/real-agents.ts";

const lacking = [lacks("sandbox"), lacks("containers"), lacks("images")].some(Boolean);
const real = lacking ? null : await realAgents();

/** A trial takes about two seconds, so that one test has several side by side. */
describe.skipIf(real === null)("the real Claude Code, the real Codex and the real Gemini CLI", () => {
  const { folder, folder_inside, claude, codex, gemini, versions, image, env } = real ?? NOTHING;
  const inside = (program: string) => program.replace(folder, folder_inside);
  const inSandbox = { host_folders: [folder] };
  const claudeCode = { shell: "Bash", version: versions["@anthropic-ai/claude-code"] };
  const codexCli = { shell: "exec_command", version: versions["@openai/codex"] };
  const geminiCli = { shell: "run_shell_command", version: versions["@google/gemini-cli"] };
  const agents: [string, { shell: string; version?: string }, Record<string, unknown>][] = [
    ["Claude Code in the sandbox", claudeCode, { kind: "claude_code", program: claude, ...inSandbox }],
    ["Codex in the sandbox", codexCli, { kind: "codex", program: codex, ...inSandbox }],
    ["Gemini CLI in the sandbox", geminiCli, { kind: "gemini_cli", program: gemini, ...inSandbox }],
    ["Claude Code in a container", claudeCode, { kind: "claude_code", program: inside(claude), image }],
    ["Codex in a container", codexCli, { kind: "codex", program: inside(codex), image }],
  ];
  const run = (agent: Record<string, unknown>, given: Omit<AgentTrial, "agent">) => {
    const speaks = agent.kind === "gemini_cli" ? { base: "/v1beta", model: "gemini-2.5-flash" } : {};
    return runAgentTrial({ agent, env, dockerCli: "podman", ...speaks, ...given });
  };

  test.each(agents)(
    "%s: a single turn writes a file, and two turns are one session",
    async (_, { shell, version }, agent) => {
      const provider = await playProvider({
        "write the report": {
          runs: "mkdir -p out && echo 'All is well.' > out/report.md",
          says: "The report is written.",
        },
        "note the number": { runs: "echo 4711 > number.txt; rm README.md", says: "Noted." },
        "which number": { runs: "cat number.txt", says: (printed) => `It is ${/4711/.exec(printed)?.[0]}.` },
      });
      const [single, double] = await Promise.all([
        run(agent, { provider, messages: ["Please write the report."], expectedArtifact: "out/report.md" }),
        run(agent, { provider, turns: ["Please note the number.", "Now tell which number."], runId: "double" }),
      ]);
      expect(single.artifact, JSON.stringify(single.artifact.failure)).toMatchObject({
        runner: "agent",
        status: "success",
        failure: null,
        final_output: "The report is written.",
        usage: { prompt_tokens: 200, completion_tokens: 40 },
        runner_metadata: { expected_artifact_present: true, version },
      });
      expect(readFileSync(join(single.directory, "workspace/out/report.md"), "utf8")).toBe("All is well.\n");
      expect(single.artifact.trace.map(({ kind }) => kind)).not.toContain("account_differs");
      const calls = single.artifact.trace.flatMap((event) => (event.kind === "tool_call" ? [event.tool_name] : []));
      expect(calls).toEqual([shell]);
      // Only the model is requested, or every report would mention a refusal.
      expect(single.artifact.runner_metadata).toMatchObject({ wire: { hosts: [] } });
      const [turn] = JSON.parse(readFileSync(join(single.directory, "turns.json"), "utf8"));
      expect(turn.usage).toMatchObject({ prompt_tokens: 200, completion_tokens: 40 });

      expect(double.artifact, JSON.stringify(double.artifact.failure)).toMatchObject({
        status: "success",
        final_output: "It is 4711.",
        runner_metadata: { usage_per_turn: [{ total_tokens: 240 }, { total_tokens: 240 }] },
      });
      const secondTurn = provider.requests.filter(({ text }) => text.includes("which number"));
      expect(secondTurn.length).toBeGreaterThan(0);
      for (const { text } of secondTurn) expect(text).toContain("Please note the number.");
      expect(double.artifact.trace.map(({ kind }) => kind)).not.toContain("account_differs");
      expect(readFileSync(join(double.directory, "workspace.diff"), "utf8")).toContain("deleted README.md");
      expect(JSON.stringify([single, double])).not.toContain(REAL_KEY);
    },
  );

  test.each(agents)("%s: a refused key is the provider's, and a time-out is told as one", async (_, __, agent) => {
    const [refusing, silent] = await Promise.all([refusingProvider(401, "bad key"), silentProvider()]);
    const [refused, timedOut] = await Promise.all([
      run(agent, { provider: refusing, messages: ["Hello."], runId: "refused" }),
      run(agent, { provider: silent, messages: ["Hello."], runId: "silent", timeoutSeconds: 10 }),
    ]);
    expect(refused.artifact).toMatchObject({
      status: "provider_error",
      final_output: null,
      failure: { stage: "provider", message: expect.stringContaining("401"), unrecoverable: true },
    });
    expect(timedOut.artifact).toMatchObject({
      status: "timed_out",
      final_output: null,
      failure: { stage: "timeout", message: expect.stringContaining("agent.timeout_seconds") },
    });
  });
});

const NOTHING = {
  ...{ folder: "/", folder_inside: "/", claude: "", codex: "", gemini: "", image: "", env: {} },
  versions: {} as Record<string, string>,
};
