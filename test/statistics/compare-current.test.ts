import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type JudgedWorkspace, judgedWorkspace, verdict } from "../judging/judged-workspace.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

const caseText = (id: string, expected = "Answers 4.") => `schema_version: 1
case_id: ${id}
title: Adds (${id})
runner: { type: llm_probe }
input: { messages: [{ role: user, content: "What is 2 + 2? (${id})" }] }
expectations: { hard_expectations: [{ text: ${expected} }] }
`;
const profile = (id: string, temperature: number) => `schema_version: 1
run_profile_id: ${id}
title: ${id}
runner_defaults: { temperature: ${temperature}, retries: 0 }
execution_policy: { max_concurrency: 4 }
`;
const SUITE = `schema_version: 1
suite_id: s
title: Suite
models: [{ model_id: alpha, requested_model: acme/alpha-7341 }]
`;
const CURRENT = ["one", "two", "three"];
const OTHERS = Array.from({ length: 9 }, (_, index) => `old_${index + 1}`);

/** Two run profiles, `p` and `q`, whose answers are told apart by their temperature; `q` is much worse at what is asked today. */
async function twoProfiles(): Promise<JudgedWorkspace & { names(): { p: string; q: string } }> {
  const workspace = await judgedWorkspace({
    subject: ({ body }) => `${body.temperature === 0 ? "careful" : "careless"} 4.`,
    judge: ({ body }) => {
      const packet = body.messages[1].content as string;
      const spread = packet.length % 3 === 0 ? 0.1 : 0;
      if (packet.includes("careful") || packet.includes("(old_")) return verdict(8 + spread, "No quote.");
      return verdict(packet.includes("Answers four.") ? 1.9 : 8 + spread, "No quote.");
    },
    files: {
      ...Object.fromEntries([...CURRENT, ...OTHERS].map((id) => [`configs/cases/${id}/test.yaml`, caseText(id)])),
      "configs/suites/s.yaml": SUITE,
      "configs/run_profiles/p.yaml": profile("p", 0),
      "configs/run_profiles/q.yaml": profile("q", 1),
    },
  });
  return {
    ...workspace,
    names() {
      const runs = readdirSync(join(workspace.root, "outputs/evaluations/s"));
      const [p, q] = ["p-", "q-"].map((start) => {
        const run = runs.find((name) => name.startsWith(start))!;
        return `s/${run}/${readdirSync(join(workspace.root, "outputs/evaluations/s", run))[0]!}`;
      });
      return { p: p!, q: q! };
    },
  };
}

const both = async ({ call }: JudgedWorkspace, words: string[] = []) => {
  await call("run-eval", ["--quiet", "--no-chart", ...words]);
  await call("run-eval", ["--quiet", "--no-chart", "--run-profile", "q", ...words]);
};

test("stale and deleted cases no longer hide a regression: what is current decides, and what is left out is named", async () => {
  const workspace = await twoProfiles();
  const { root, edit } = workspace;
  await both(workspace);
  for (const id of CURRENT)
    edit(`configs/cases/${id}/test.yaml`, (text) => text.replace("Answers 4.", "Answers four."));
  await both(
    workspace,
    CURRENT.flatMap((id) => ["--case", id]),
  );
  // Four cases are deleted and five edited; in both folders their old scores are still the latest.
  for (const id of OTHERS.slice(0, 4)) rmSync(join(root, `configs/cases/${id}`), { recursive: true });
  for (const id of OTHERS.slice(4))
    edit(`configs/cases/${id}/test.yaml`, (text) => text.replace("Answers 4.", "Says 4."));
  const { p, q } = workspace.names();
  const env = { OPENROUTER_BASE_URL: workspace.provider.baseUrl };
  const gate = (...words: string[]) => assay(["compare", p, q, "--fail-on-regression", ...words], { cwd: root, env });
  const { code, stdout } = await gate();
  expect(stdout).toContain("(3 cases: 0 higher, 3 lower");
  expect(stdout).toContain(
    "Left out of the base: 4 trials (alpha/old_1 #1, alpha/old_2 #1, alpha/old_3 #1 and 1 more): the suite no longer selects its case.",
  );
  expect(stdout).toMatch(
    /Left out of the candidate: 5 trials \(alpha\/old_5 #1, .* stale: the run or the case has changed/,
  );
  expect(stdout).toContain("Regression shown: the candidate scores 6.1 lower");
  expect(code).toBe(1);
  const json = JSON.parse((await gate("--output", "json")).stdout);
  expect(json.regression).toMatchObject({ decision: "regression", left_out: { base: 9, candidate: 9 } });
  expect(json.left_out.base.filter(({ why }: { why: string }) => why === "gone")).toHaveLength(4);
  expect(json.left_out.candidate[0]).toMatchObject({
    model_id: "alpha",
    case_id: "old_5",
    repetition: 1,
    why: "stale",
  });
  // Without the key and the address the campaign was judged with, it is read as it is stored, and the deleted cases still do not count.
  const elsewhere = await assay(["compare", p, q, "--fail-on-regression"], { cwd: root });
  expect(elsewhere.stdout).toContain("Left out of the base: 4 trials");
});

test("a candidate whose trials are stale where the base is current is not decided", async () => {
  const workspace = await twoProfiles();
  const { root, edit, call } = workspace;
  await both(workspace);
  edit("configs/cases/one/test.yaml", (text) => text.replace("Answers 4.", "Says 4."));
  await call("run-eval", ["--quiet", "--no-chart"]);
  const { p, q } = workspace.names();
  const env = { OPENROUTER_BASE_URL: workspace.provider.baseUrl };
  const { code, stdout } = await assay(["compare", p, q, "--fail-on-regression", "0.5"], { cwd: root, env });
  expect(stdout).toContain("Not decided: the candidate has no current score in 1 case where the base has one (one).");
  expect(code).toBe(1);
  expect((await assay(["compare", p, q], { cwd: root, env })).code).toBe(0);
});

test("when nothing current is shared, nothing is compared", async () => {
  const workspace = await twoProfiles();
  const { root, edit } = workspace;
  await both(workspace);
  for (const id of [...CURRENT, ...OTHERS])
    edit(`configs/cases/${id}/test.yaml`, (text) => text.replace("Answers 4.", "Says 4."));
  const { p, q } = workspace.names();
  const env = { OPENROUTER_BASE_URL: workspace.provider.baseUrl };
  const { code, stderr } = await assay(["compare", p, q, "--fail-on-regression"], { cwd: root, env });
  expect(code).toBe(2);
  expect(stderr).toContain("no case has a score on both sides");
  expect(stderr).toContain("Left out of the candidate: 12 trials");
});

test("a store without its workspace is compared as it is stored, and says so", async () => {
  const workspace = await twoProfiles();
  await both(workspace);
  const { p, q } = workspace.names();
  const copy = temporaryFolder();
  cpSync(join(workspace.root, "outputs"), join(copy, "outputs"), { recursive: true });
  const { code, stdout } = await assay(["compare", p, q], { cwd: copy });
  expect(code).toBe(0);
  expect(stdout).toContain(
    "is compared as it is stored, and nobody checked whether it is current: there is no workspace around its store",
  );
});

test("an edited case of an older profile is not compared with today's", async () => {
  const workspace = await twoProfiles();
  const { root, edit, call } = workspace;
  await call("run-eval", ["--quiet", "--no-chart"]);
  const { p } = { p: readdirSync(join(root, "outputs/evaluations/s"))[0]! };
  edit("configs/run_profiles/p.yaml", (text) => text.replace("temperature: 0", "temperature: 0.5"));
  edit("configs/cases/one/test.yaml", (text) => text.replace("What is 2 + 2?", "What is 3 + 1?"));
  await call("run-eval", ["--quiet", "--no-chart"]);
  const now = readdirSync(join(root, "outputs/evaluations/s")).find((name) => name !== p)!;
  const env = { OPENROUTER_BASE_URL: workspace.provider.baseUrl };
  const { stdout } = await assay(["compare", `s/${p}`, `s/${now}`], { cwd: root, env });
  expect(stdout).toContain("(11 cases:");
  expect(stdout).toContain(
    "Left out of the base: 1 trial (alpha/one #1): what it asks is not what the other side was asked.",
  );
});
