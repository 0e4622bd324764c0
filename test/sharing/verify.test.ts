import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Verification } from "../../src/report/index.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";
import { type AnyRecord, forge, packedOnce, unpacked } from "./support.ts";

const shared = packedOnce();

async function verify(cwd: string): Promise<Verification & { code: number | null }> {
  const { stdout, code } = await assay(["verify", "--output", "json"], { cwd });
  return { ...JSON.parse(stdout), code };
}

describe("assay verify", () => {
  test("finds every score as it is stored, in the workspace, unpacked and in the file", async () => {
    const here = await verify(shared.workspace);
    expect(here).toMatchObject({ code: 0, trials: 24, same: 24, answers: 72, checks_not_repeated: null });
    expect(here.checks_repeated).toBeGreaterThan(20);
    const there = await verify(await unpacked(shared));
    expect(there).toMatchObject({ code: 0, trials: 24, same: 24, answers: 72, differences: [], missing: [] });
    const { stdout, code } = await assay(["verify", shared.packed], { cwd: temporaryFolder() });
    expect(code).toBe(0);
    expect(stdout).toContain(
      "every score comes out the same (24 trials).\n72 answers of judges read again, 0 checks repeated.",
    );
  });

  /** Changes of one record each, with a matching hash, and the output of verify. */
  const CHANGES: [string, (record: AnyRecord) => boolean, (record: AnyRecord) => AnyRecord | null, RegExp][] = [
    [
      "an answer of a judge",
      ({ kind }) => kind === "call",
      (record) => replaced(record, /\\"overall\\":\{\\"score\\":[\d.]+/, '\\"overall\\":{\\"score\\":0.5'),
      /verdict of \w+ #1: stored \["verdict",[\d.]+,.*recomputed \["verdict",0\.5,/,
    ],
    [
      "an answer of a judge into none",
      ({ kind }) => kind === "call",
      (record) => replaced(record, /\\"summary\\"/, '\\"sumary\\"'),
      /verdict of \w+ #1/,
    ],
    [
      "a score",
      ({ kind }) => kind === "evaluation",
      ({ value, ...record }) => ({ ...record, value: { ...value, result: { ...value.result, score: 9.9 } } }),
      /^\w+\/\w+ #1: score: stored 9\.9, recomputed/m,
    ],
    [
      "whether it passed",
      ({ kind, value }) => kind === "evaluation" && value.result.passed === false,
      ({ value, ...record }) => ({ ...record, value: { ...value, result: { ...value.result, passed: true } } }),
      /passed: stored true, recomputed false/,
    ],
    [
      "a dimension",
      ({ kind }) => kind === "evaluation",
      (record) => replaced(record, /"dimensions":\{"task":\{"score":[\d.]+/, '"dimensions":{"task":{"score":0.25'),
      /dimensions: stored/,
    ],
    [
      "the threshold",
      ({ kind, value }) => kind === "evaluation" && value.result.passed === false,
      ({ value, ...record }) => ({
        ...record,
        value: { ...value, aggregation: { method: "median", pass_threshold: 0 } },
      }),
      /aggregation: stored \{"method":"median","pass_threshold":0\}, recomputed \{"method":"median","pass_threshold":6\}/,
    ],
    [
      "what a check found",
      ({ kind, value }) =>
        kind === "evaluation" && value.checks.some(({ outcome }: { outcome: string }) => outcome === "failed"),
      (record) => replaced(record, /"outcome":"failed"/, '"outcome":"passed"'),
      /checks: stored/,
    ],
    [
      "what a judge was shown",
      ({ kind, value }) => kind === "text" && value.includes('"subject_response"'),
      (record) => replaced(record, /final_output/, "final_0utput"),
      /the packet: stored [0-9a-f]{64}, recomputed [0-9a-f]{64}/,
    ],
    [
      "the rules that judges were given",
      ({ kind, value }) => kind === "text" && value.startsWith("You are an impartial judge"),
      (record) => replaced(record, /impartial/, "impartiaI"),
      /the system message: stored/,
    ],
    [
      "an answer of a subject",
      ({ kind, value }) => kind === "run" && /^[ -~]{5,}$/.test(value.artifact.final_output ?? ""),
      ({ value, ...record }) => {
        const artifact = { ...value.artifact, final_output: "Paris, of course, and never anything else." };
        return { ...record, value: { ...value, artifact } };
      },
      /the answer that the judges were shown: stored Paris, of course/,
    ],
    [
      "what a subject was asked",
      ({ kind }) => kind === "run",
      ({ value, ...record }) => ({ ...record, value: { ...value, fingerprint: `${value.fingerprint} ` } }),
      /identity of the run: stored/,
    ],
    [
      "who a judge was",
      ({ kind }) => kind === "call",
      ({ value, ...record }) => ({ ...record, value: { ...value, model: "offline/another" } }),
      /the judge call of \w+ #1: stored .*offline\/another/,
    ],
    [
      "a judge call away",
      ({ kind }) => kind === "call",
      () => null,
      /the judge call [0-9a-f]{64} is missing or damaged/,
    ],
    [
      "a packet away",
      ({ kind, value }) => kind === "text" && value.includes('"subject_response"'),
      () => null,
      /the packet [0-9a-f]{64} is missing or damaged/,
    ],
  ];

  test.each(CHANGES)("names what rests on it when somebody changes %s", async (_, matches, change, says) => {
    const folder = await unpacked(shared);
    let isDone = false;
    const forged = forge(folder, (record) => {
      if (isDone || !matches(record)) return undefined;
      isDone = true;
      return change(record);
    });
    expect(forged).toBe(1);
    const { stdout, code } = await assay(["verify"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(says);
    expect(stdout).toMatch(/: \d+ of 24 trials come out the same\./);
  });

  test("says what the mean comes to instead", async () => {
    const folder = await unpacked(shared);
    forge(folder, (record) => {
      if (record.kind !== "evaluation" || record.value.result.model_id !== "hasty") return undefined;
      return { ...record, value: { ...record.value, result: { ...record.value.result, score: 10 } } };
    });
    const { differences } = await verify(folder);
    expect(differences.at(-1)).toMatchObject({ trial: "hasty", what: "mean score", stored: "10" });
  });

  test("names a record in which a single byte was changed, whichever it is", async () => {
    const original = await unpacked(shared);
    const log = join(
      "outputs/log",
      readdirSync(join(original, "outputs/log")).find((name) => name.endsWith(".jsonl"))!,
    );
    const bytes = readFileSync(join(original, log));
    for (let flip = 1; flip <= 25; flip += 1) {
      const folder = temporaryFolder();
      const changed = Buffer.from(bytes);
      changed[Math.floor((bytes.length * flip) / 26)]! ^= 2;
      writeFiles(folder, { [log]: changed });
      const { code, stdout } = await assay(["verify"], { cwd: folder });
      expect(code, stdout).not.toBe(0);
    }
  });

  test("names a file that a trial left when it was changed, or when one came in", async () => {
    const folder = await unpacked(shared);
    const find = (await import("node:fs")).readdirSync(join(folder, "outputs/artifacts"), {
      recursive: true,
      encoding: "utf8",
    });
    const file = find.find((path) => path.endsWith("words.txt"))!;
    appendFileSync(join(folder, "outputs/artifacts", file), "x");
    const { stdout, code } = await assay(["verify"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /count_lines #\d: a file of its run \(workspace\/words\.txt has \d+ bytes, the trial left \d+\) is missing or damaged/,
    );
  });

  test("repeats checks by the cases of the workspace, and says why when it cannot", async () => {
    const folder = temporaryFolder();
    const { cpSync } = await import("node:fs");
    for (const part of ["configs", "outputs"])
      cpSync(join(shared.workspace, part), join(folder, part), { recursive: true });
    forge(folder, (record) =>
      record.kind === "evaluation" && record.value.checks.some(({ kind }: { kind: string }) => kind === "status_is")
        ? replaced(
            replaced(record, /("kind":"status_is"[^}]*"outcome":)"passed"/, '$1"failed"'),
            /("check_id":"ended-well","outcome":)"passed"/,
            '$1"failed"',
          )
        : undefined,
    );
    const { stdout, code } = await assay(["verify"], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(/the check ended-well: stored failed, recomputed passed/);
    writeFileSync(join(folder, "configs/suites/quickstart.yaml"), "broken: [");
    const broken = await assay(["verify"], { cwd: folder });
    expect(broken.stdout).toContain("No check was repeated: the workspace cannot be read");
  });

  test("believes runs that an earlier version packed under another name, and says so", async () => {
    const folder = await unpacked(shared);
    const renamed = (suite_id: string) =>
      forge(folder, ({ value, ...record }) => {
        if (record.kind !== "run") return undefined;
        const identity = { ...value.artifact.identity, suite_id };
        return { ...record, value: { ...value, artifact: { ...value.artifact, identity } } };
      });
    expect(renamed("another")).toBe(24);
    const { code, not_proved } = await verify(folder);
    expect(code).toBe(0);
    expect(not_proved).toContainEqual(
      expect.objectContaining({ what: "the name that 24 runs were executed under", count: 24 }),
    );
  });

  test("has nothing to say where nothing is stored", async () => {
    const { code, stderr } = await assay(["verify"], { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain("there are no campaigns in");
  });
});

function replaced(record: AnyRecord, pattern: RegExp, by: string): AnyRecord {
  const before = JSON.stringify(record.value);
  const after = before.replace(pattern, by);
  expect(after).not.toBe(before);
  return { ...record, value: JSON.parse(after) };
}
