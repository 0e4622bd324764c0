import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { assay, type CliResult } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { PROTOCOLS, type ProtocolAtWork, protocolAtWork } from "./three-protocols.ts";

const IN_FLIGHT = 4;
const NOBODY = 65_534;
/** Answers that the small disk has room for at most. */
const ROOM_FOR = Math.ceil((150 * 1024) / 12_000);

/** Forty questions whose answers need five times the room there is. */
const muchToStore = (protocol: ProtocolAtWork["protocol"]) =>
  protocolAtWork(protocol, { questions: 40, padding: 12_000, atATime: IN_FLIGHT });

describe.each(PROTOCOLS)("%s", (protocol) => {
  describe.skipIf(lacks("sandbox"))("on a disk of its own", () => {
    test("that fills up while judging ends with a sentence and exit code 1, asks nothing more and leaves nothing half-written", async () => {
      const at = await muchToStore(protocol);
      const result = await at.judge({ wrap: onSmallDisk(at.cwd, 150) });
      expectSentence(result, 1, /the disk is full/);
      expect(at.judgeRequests().length).toBeGreaterThan(0);
      expect(at.judgeRequests().length).toBeLessThanOrEqual(ROOM_FOR + IN_FLIGHT);
      expect(readFileSync(join(at.cwd, "left-behind.txt"), "utf8")).toBe("");
    });

    test("that is full from the start asks nobody and ends with exit code 2", async () => {
      const at = await muchToStore(protocol);
      const wrap = onSmallDisk(at.cwd, 64, "head -c 60000 /dev/zero > outputs/ballast; ");
      expectSentence(await at.judge({ wrap }), 2, /results cannot be written to .*the disk is full/);
      expect(at.provider.requests).toEqual([]);
    });

    test("that may only be read asks nobody and ends with exit code 2", async () => {
      const at = await muchToStore(protocol);
      mkdirSync(join(at.cwd, "outputs"));
      const outputs = join(at.cwd, "outputs");
      const wrap = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", outputs, outputs, "--chdir", at.cwd];
      expectSentence(await at.judge({ wrap }), 2, /the disk is read-only/);
      expect(at.provider.requests).toEqual([]);
    });
  });

  test.skipIf(lacks("root"))("of somebody else's asks nobody and ends with exit code 2", async () => {
    const at = await muchToStore(protocol);
    chmodSync(at.cwd, 0o755);
    mkdirSync(join(at.cwd, "outputs"), { mode: 0o755 });
    const result = await at.judge({ uid: NOBODY, env: { HOME: "/" } });
    expectSentence(result, 2, /there is no permission to write/);
    expect(at.provider.requests).toEqual([]);
  });

  test("a limit on the size of files ends it with a sentence and exit code 1", async () => {
    const at = await muchToStore(protocol);
    const result = await at.judge({ wrap: ["sh", "-c", 'ulimit -f 150; exec "$@"', "sh"] });
    expectSentence(result, 1, /limit for files \(ulimit -f\)/);
    expect(at.judgeRequests().length).toBeLessThan(40);
    expect(temporaryFiles(at.cwd)).toEqual([]);
    const again = await at.judge();
    expect(again).toMatchObject({ code: 0 });
  });

  test("64 file descriptors are enough, also for a store of a hundred logs", async () => {
    const at = await protocolAtWork(protocol, { questions: 3 });
    for (let index = 0; index < 100; index += 1) {
      const store = openStore(join(at.cwd, "outputs"));
      store.append({ kind: "text", key: `t${index}`, value: "x" });
      await store.close();
    }
    const result = await at.judge({ wrap: ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"] });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(at.judgeRequests()).toHaveLength(3);
  });

  test.each([0, 6, 12])("with %i file descriptors to itself it works, or a sentence says why not", async (own) => {
    const at = await protocolAtWork(protocol, { questions: 3 });
    const result = await at.judge({ wrap: withDescriptors((await takenByNode()) + own) });
    expectToWorkOrSay(result);
    if (at.provider.requests.length > 0) expect(result.code).toBeLessThan(2);
  });

  test.each(["outputs", "outputs/log"])(
    "a file in the place of %s asks nobody and ends with exit code 2",
    async (path) => {
      const at = await muchToStore(protocol);
      if (path !== "outputs") mkdirSync(join(at.cwd, "outputs"));
      writeFileSync(join(at.cwd, path), "");
      expectSentence(await at.judge(), 2, /there is a file where a folder should be/);
      expect(at.provider.requests).toEqual([]);
    },
  );
});

describe("a folder where a file belongs", () => {
  const PLACES = [
    ["run-eval", "outputs/evaluations/s", "file"],
    ["run-eval", "outputs/runs/s", "file"],
    ["rubric", "outputs/rubric/samples/judgements.jsonl", "folder"],
    ["rubric", "outputs/rubric/samples/manifest.json", "folder"],
    ["rubric", "outputs/rubric", "file"],
    ["batch", "outputs/batch/x/result.json", "folder"],
    ["batch", "outputs/batch/x/sample.json", "folder"],
    ["batch", "outputs/batch", "file"],
  ] as const;

  test.each(PLACES)(
    "ends %s with a sentence when %s is a %s, and nothing paid for is lost",
    async (protocol, path, kind) => {
      const at = await protocolAtWork(protocol, { questions: 3 });
      const there = join(at.cwd, path);
      mkdirSync(kind === "folder" ? join(there, "inside") : join(there, ".."), { recursive: true });
      if (kind === "file") writeFileSync(there, "");
      const result = await at.judge();
      const asked = at.provider.requests.length;
      expectSentence(
        result,
        asked === 0 ? 2 : 1,
        new RegExp(`there is a ${kind} where a ${kind === "file" ? "folder" : "file"} should be`),
      );
      expect(temporaryFiles(at.cwd)).toEqual([]);
      await at.judge();
      expect(at.provider.requests).toHaveLength(asked);
    },
  );
});

test.skipIf(lacks("sandbox")).each([12, 20, 28])(
  "a campaign that executes commands with %i file descriptors to itself works, or a sentence says why not",
  async (own) => {
    const cwd = temporaryFolder();
    expect(await assay(["init", "."], { cwd })).toMatchObject({ code: 0 });
    const words = ["run-eval", "--model", "diligent", "--case", "run_script"];
    const result = await assay(words, { cwd, wrap: withDescriptors((await takenByNode()) + own) });
    expectToWorkOrSay(result);
  },
);

function expectToWorkOrSay({ code, signal, stdout, stderr }: CliResult): void {
  expect(signal).toBeNull();
  const said = stdout + stderr;
  if (code !== 0) expect(said).toMatch(/too many open files|too many files are open|too few file descriptors|EMFILE/);
  expect(said).not.toMatch(/^\s+at /m);
}

const withDescriptors = (files: number) => ["sh", "-c", `ulimit -n ${files}; exec "$@"`, "sh"];

/** File descriptors without which Node does not even read our first line; newer versions take more of them. */
async function takenByNode(): Promise<number> {
  for (let files = 12; ; files += 1)
    if ((await assay(["--version"], { wrap: withDescriptors(files) })).code === 0) return files;
}

function expectSentence({ code, stdout, stderr }: CliResult, expected: number, sentence: RegExp): void {
  expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringMatching(sentence) });
  expect(stderr).toContain("error: ");
  expect(stdout + stderr).not.toMatch(/^\s+at /m);
}

/** A disk of so many kilobytes as outputs/, and a list of what is left on it that only looks temporary. */
function onSmallDisk(cwd: string, kilobytes: number, first = ""): string[] {
  const outputs = join(cwd, "outputs");
  mkdirSync(outputs);
  const script = `${first}"$@"; code=$?; find outputs -name '*.tmp' -o -name '.*-staging*' > left-behind.txt; exit $code`;
  const disk = ["--dev-bind", "/", "/", "--size", String(kilobytes * 1024), "--tmpfs", outputs, "--chdir", cwd];
  return ["bwrap", ...disk, "sh", "-c", script, "sh"];
}

function temporaryFiles(cwd: string): string[] {
  const outputs = join(cwd, "outputs");
  if (!existsSync(outputs)) return [];
  return readdirSync(outputs, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tmp"));
}
