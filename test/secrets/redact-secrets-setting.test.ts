import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgedWorkspace, verdict } from "../judging/judged-workspace.ts";
import { answered, goodAnswer, judgeEnv, RUBRIC, sampleLine } from "../rubric/support.ts";
import { assay } from "../support/assay.ts";
import { scriptedProvider } from "../support/scripted-provider.ts";
import { fakeSecrets } from "../support/secrets-corpus.ts";
import { temporaryFolder } from "../support/temporary.ts";

const LOOKALIKE = fakeSecrets("kinds").find(({ kind }) => kind === "GitHub, personal")!.text;
const IN_USE = "value-of-a-token-0123456789";

function everyFile(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

const PROFILE = `security_policy: { redact_secrets: false }\n`;

describe("of a campaign", () => {
  async function judged(setting: boolean) {
    const workspace = await judgedWorkspace({
      subject: () => `It makes 4. ${LOOKALIKE}`,
      judge: () => verdict(8, `It says "4". Mine: ${LOOKALIKE}, ${IN_USE}`),
    });
    workspace.edit("configs/cases/one/test.yaml", (text) =>
      text.replace("text: Answers 4.", `text: "Answers 4 and ${LOOKALIKE} ${IN_USE}."`),
    );
    if (!setting) workspace.edit("configs/evaluation_profiles/e.yaml", (text) => text + PROFILE);
    const env = { ACME_TOKEN: IN_USE };
    await workspace.call("run-eval", [], { env });
    const toJudges = workspace.provider.requests
      .filter(({ body }) => String(body.model).includes("judge"))
      .map(({ body }) => body.messages[1].content as string);
    return { workspace, env, toJudges };
  }

  test("true: lookalikes reach no judge and no file", async () => {
    const { workspace, toJudges } = await judged(true);
    expect(toJudges.join("\n")).not.toContain(LOOKALIKE);
    expect(toJudges.join("\n")).toContain("Answers 4 and [redacted] [redacted].");
    expect(everyFile(join(workspace.root, "outputs"))).not.toContain(LOOKALIKE);
  });

  test("false: what the case says and what judges answer keeps its lookalikes; runs never hold any, and values in use always go", async () => {
    const { workspace, toJudges } = await judged(false);
    expect(toJudges.join("\n")).toContain(`Answers 4 and ${LOOKALIKE} [redacted].`);
    expect(toJudges.join("\n")).toContain("It makes 4. [redacted]");
    expect(everyFile(join(workspace.root, "outputs/evaluations"))).toContain(`Mine: ${LOOKALIKE}, [redacted]`);
    expect(everyFile(join(workspace.root, "outputs/runs"))).not.toContain(LOOKALIKE);
    expect(everyFile(join(workspace.root, "outputs"))).not.toContain(IN_USE);
  });

  test("true after false: what was kept before is not shown again", async () => {
    const { workspace, env } = await judged(false);
    workspace.edit("configs/evaluation_profiles/e.yaml", (text) => text.replace(PROFILE, ""));
    workspace.newRequests();
    const { stdout } = await workspace.call("run-eval", ["--output", "json"], { env });
    expect(stdout).not.toContain(LOOKALIKE);
    // The second case has no lookalike of its own, so its questions are the same and nothing is paid twice. Both models said the same.
    expect(workspace.newRequests()).toEqual({ subject: 0, judges: 3 });
    expect(everyFile(join(workspace.root, "outputs/evaluations"))).not.toContain(LOOKALIKE);
  });
});

test.each([true, false])(
  "of samples: with %s, lookalikes are taken out or kept, and values in use always go",
  async (setting) => {
    const provider = await scriptedProvider((request) =>
      answered({ ...goodAnswer(request), notes: `${LOOKALIKE} ${IN_USE}` }),
    );
    const cwd = temporaryFolder({
      "rubric.json": RUBRIC,
      "samples.jsonl": sampleLine({ model_output: `Because of ${LOOKALIKE} ${IN_USE}.` }),
      "configs/evaluation_profiles/e.yaml": JSON.stringify({
        schema_version: 1,
        evaluation_profile_id: "e",
        title: "E",
        judges: [{ judge_id: "j", type: "llm_probe", model: "some/judge" }],
        judge_runs: [{ judge_run_id: "j", judge_id: "j", repetitions: 1 }],
        security_policy: { redact_secrets: setting },
      }),
    });
    const words = [
      "rubric",
      "judge",
      "--samples",
      "samples.jsonl",
      "--rubric",
      "rubric.json",
      "--evaluation-profile",
      "e",
    ];
    const { code } = await assay(words, { cwd, env: { ...judgeEnv(provider.baseUrl), ACME_TOKEN: IN_USE } });
    expect(code).toBe(0);
    const stored = everyFile(join(cwd, "outputs"));
    expect(provider.requests[0]!.body.messages[1].content.includes(LOOKALIKE)).toBe(!setting);
    expect(stored.includes(LOOKALIKE)).toBe(!setting);
    expect(stored + JSON.stringify(provider.requests.map(({ body }) => body))).not.toContain(IN_USE);
  },
);
