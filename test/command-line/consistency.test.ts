import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command, Option } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildWholeProgram } from "../../src/cli/program.ts";
import { openTerminal } from "../../src/cli/terminal/terminal.ts";
import { assay } from "../support/assay.ts";
import { temporaryFolder } from "../support/temporary.ts";

const program = await buildWholeProgram("0", openTerminal());

/** Every command that does something, with the name it is called by. */
const leaves = leavesOf(program, "assay");

function leavesOf(command: Command, name: string): [name: string, command: Command][] {
  if (command.name().startsWith("__")) return [];
  return command.commands.length === 0
    ? [[name, command]]
    : command.commands.flatMap((child) => leavesOf(child, `${name} ${child.name()}`));
}

const shown = (command: Command) => command.options.filter(({ hidden }) => !hidden);

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 200 }).outputHelp();
  return text;
}

describe("the same flags everywhere", () => {
  /** Legitimate differences: the formats, the kind of result drawn, and a default. */
  const plain = ({ description }: Option) =>
    description
      .replace(/: text.*/, "")
      .replace(/ ?\(default: .*\)/, "")
      .replace("calibration curve", "chart")
      .replace("score/cost chart", "chart");

  test("a flag that takes the same thing has the same description", () => {
    const described = new Map<string, Map<string, string[]>>();
    for (const [name, command] of leaves)
      for (const option of shown(command)) {
        const texts = described.get(option.flags) ?? new Map<string, string[]>();
        described.set(option.flags, texts.set(plain(option), [...(texts.get(plain(option)) ?? []), name]));
      }
    const different = [...described].filter(([, texts]) => texts.size > 1);
    expect(different.map(([flags, texts]) => [flags, Object.fromEntries(texts)])).toEqual([]);
  });

  test("a store is named by its workspace, the same way by every command", () => {
    const others = leaves.filter(([, command]) =>
      shown(command).some(({ long }) => /^--(?:store|outputs)$/.test(long!)),
    );
    expect(others.map(([name]) => name)).toEqual([]);
  });

  test("a short flag belongs to one long flag, and the other way round", () => {
    const shorts = new Map<string, Set<string>>();
    for (const [, command] of leaves)
      for (const { short, long } of shown(command)) {
        if (short) shorts.set(short, (shorts.get(short) ?? new Set()).add(long!));
        if (long === "--quiet") expect(short).toBe("-q");
      }
    for (const [short, longs] of shorts) expect([short, longs.size]).toEqual([short, 1]);
  });

  test("flags are words with hyphens, and each is described in a line that neither begins in capitals nor ends in a full stop", () => {
    for (const [name, command] of leaves)
      for (const { long, description } of shown(command)) {
        expect(long, name).toMatch(/^--[a-z]+(?:-[a-z]+)*$/);
        expect(description, `${name} ${long}`).toMatch(/^(?:[^A-Z\s]|YAML|JSON|CSV)[^\n]*[^.\s]$/);
      }
  });

  test.each([
    ["--workspace", /./],
    [
      "--output",
      /^assay (?:validate|doctor|plan|run|run-eval|eval|report|store list|verify|compare|gate|cases|suites)$/,
    ],
    ["--quiet", /^assay (?:init|plan|run|run-eval|eval|report|compare|gate|calibrate|rubric judge|batch judge)$/],
    ["--suite", /^assay (?:plan|run|run-eval|eval|report|compare|gate|cases|label (?!restore)\w+|calibrate)$/],
  ])("%s is taken by every command it belongs to", (flag, names) => {
    const lacking = leaves.filter(
      ([name, command]) => names.test(name) && !shown(command).some(({ long }) => long === flag),
    );
    expect(lacking.map(([name]) => name)).toEqual([]);
  });
});

describe("help", () => {
  test.each(leaves)("%s has an example of itself, and a description in a line", (name, command) => {
    expect(helpOf(command)).toMatch(/^Examples?:\n {2}\$ /m);
    const words = name.replace(/^assay (?:label give|store overview)$/, (whole) =>
      whole.split(" ").slice(0, 2).join(" "),
    );
    expect(helpOf(command)).toMatch(new RegExp(`^ {2}\\$ (?:.* )?(?:<\\()?${words}\\b`, "m"));
    expect(command.description()).toMatch(/^[a-z][^\n]*[^.\s]$/);
  });

  test("the flags in examples are flags of the command", () => {
    const wrong: string[] = [];
    for (const [name, command] of leaves)
      for (const [, line] of helpOf(command).matchAll(/^ {2}\$ (.*)$/gm))
        for (const call of line!.split(/&&|\||#|;/)) {
          if (!call.trim().startsWith(`${name} `)) continue;
          for (const [flag] of call.matchAll(/(?<= )--[a-z-]+/g))
            if (!command.options.some(({ long }) => long === flag)) wrong.push(`${name}: ${flag}`);
        }
    expect(wrong).toEqual([]);
  });
});

describe("--workspace", () => {
  test("works as if called there, for reading and for writing", async () => {
    const cwd = temporaryFolder();
    await assay(["init", "-q", "evals"], { cwd });
    const there = await assay(["run-eval", "-q", "--case", "capital"], { cwd: `${cwd}/evals` });
    const from = await assay(["report", "-q", "--case", "capital", "--workspace", "evals"], { cwd });
    expect(from).toEqual({ ...there, stdout: expect.stringContaining("quickstart × offline") });
    const suites = await assay(["suites", "--workspace", "evals/configs"], { cwd });
    expect(suites.stdout).toContain("quickstart");
  });

  test("everything that is written beside a report lands there, in folders that are made for it", async () => {
    const cwd = temporaryFolder();
    await assay(["init", "-q", "evals"], { cwd });
    await assay(["run-eval", "-q", "--case", "capital", "--model", "diligent"], { cwd: `${cwd}/evals` });
    const written = ["--chart", "shown/chart.svg", "--html", "shown/page/a.html", "--output", "csv=shown/t.csv"];
    const { stderr } = await assay(["report", "--workspace", "evals", ...written], { cwd });
    expect(stderr).toContain("Chart: shown/chart.svg and chart.png");
    expect(readdirSync(cwd)).toEqual(["evals"]);
    expect(readdirSync(`${cwd}/evals/shown`).sort()).toEqual(["chart.png", "chart.svg", "page", "t.csv"]);
    expect(readdirSync(`${cwd}/evals/shown/page`)).toEqual(["a.html"]);
  });

  test.each([
    ["report", "--html", "configs", "configs is a folder; name a file for the page"],
    ["report", "--chart", "", "Expected a path such as chart.svg."],
    ["calibrate", "--chart", "", "Expected a path such as chart.svg."],
    ["view", "--export", "assay.yaml", "assay.yaml is a file; name an empty or new folder"],
  ])("%s %s '%s' is a mistake in the command, not a failure", async (command, flag, path, problem) => {
    const cwd = temporaryFolder();
    await assay(["init", "-q"], { cwd });
    const { code, stderr } = await assay([command, flag, path], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(problem) });
  });

  test("a folder that has to be quoted is quoted in the next command", async () => {
    const { stderr } = await assay(["init", "my evals"], { cwd: temporaryFolder() });
    expect(stderr).toContain("  cd 'my evals'\n");
  });

  test("a folder that is not there is refused", async () => {
    const { code, stderr } = await assay(["suites", "--workspace", "nowhere"], { cwd: temporaryFolder({ file: "" }) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "error: --workspace nowhere: there is no such folder\n" });
  });
});

describe("-q", () => {
  let judged: string;
  beforeAll(async () => {
    judged = mkdtempSync(join(tmpdir(), "assay-test-"));
    await assay(["init", "-q"], { cwd: judged });
    await assay(["run-eval", "-q", "--model", "diligent", "--model", "hasty"], { cwd: judged });
  });
  afterAll(() => rmSync(judged, { recursive: true, force: true }));

  test.each([
    [["init", "-q", "other"]],
    [["schema", "-q", "--write", "schemas"]],
    [["plan", "-q"]],
    [["run", "-q", "--model", "diligent"]],
    [["run-eval", "-q", "--model", "diligent"]],
    [["report", "-q", "--model", "diligent", "--html", "page.html", "--chart", "chart", "--output", "csv=trials.csv"]],
    [["compare", "-q", "diligent", "hasty", "--output", "json=compared.json"]],
    [["rubric", "samples", "-q", "--from", "quickstart", "--out", "samples.jsonl"]],
  ])("%j says nothing on stderr", async (words) => {
    const cwd = temporaryFolder();
    cpSync(judged, cwd, { recursive: true });
    const { code, stderr } = await assay(words, { cwd });
    expect(stderr).toBe("");
    expect(code).not.toBe(2);
  });
});

describe("names where folders are, and the reverse", () => {
  test("experiments and judgings by their names", async () => {
    const cwd = temporaryFolder();
    await assay(["init", "-q", "--template", "batch"], { cwd });
    for (const name of ["before", "after"])
      await assay(["batch", "judge", "-q", "--items", `${name}.jsonl`, "--name", name], { cwd });
    const byName = await assay(["batch", "compare", "before", "after"], { cwd });
    const byFolder = await assay(["batch", "compare", "outputs/batch/before", "outputs/batch/after"], { cwd });
    expect(byName).toEqual(byFolder);
    expect(byName.code).not.toBe(2);
    const nobody = await assay(["batch", "compare", "before", "nobody"], { cwd });
    expect({ code: nobody.code, stderr: nobody.stderr }).toEqual({
      code: 2,
      stderr: "error: nobody: there is no such file; `assay batch judge` writes it\n",
    });
    const judged = temporaryFolder();
    await assay(["init", "-q", "--template", "rubric"], { cwd: judged });
    await assay(["rubric", "judge", "-q", "--samples", "samples.jsonl", "--name", "first"], { cwd: judged });
    expect(await assay(["rubric", "summarize", "--from", "first"], { cwd: judged })).toEqual(
      await assay(["rubric", "summarize", "--from", "outputs/rubric/first"], { cwd: judged }),
    );
  });

  test("a campaign by its name, a beginning of it, or its folder", async () => {
    const cwd = temporaryFolder();
    await assay(["init", "-q"], { cwd });
    await assay(["run-eval", "-q", "--case", "capital"], { cwd });
    const [name] = /quickstart\/offline-\w{8}\/offline_judge-\w{8}/.exec(
      (await assay(["report"], { cwd })).stdout.replaceAll("\n", " "),
    )!;
    for (const command of ["report", "verify"]) {
      const whole = await assay([command, name], { cwd });
      expect(whole.code, whole.stderr).not.toBe(2);
      expect(await assay([command, `outputs/evaluations/${name}`], { cwd })).toEqual(whole);
      expect(await assay([command, "quickstart"], { cwd })).toEqual(whole);
    }
    const samples = await assay(["rubric", "samples", "-q", "--from", "quickstart"], { cwd });
    expect(samples).toEqual(await assay(["rubric", "samples", "-q", "--from", "outputs/runs/quickstart"], { cwd }));
  });

  test("former names of flags go on working: pack --output, label export --to", async () => {
    const cwd = temporaryFolder();
    await assay(["init", "-q"], { cwd });
    await assay(["run-eval", "-q", "--case", "capital", "--model", "diligent"], { cwd });
    expect((await assay(["pack", "--output", "a.tgz"], { cwd })).stdout).toContain("a.tgz");
    expect((await assay(["pack", "--out", "b.tgz"], { cwd })).stdout).toContain("b.tgz");
    expect((await assay(["label", "export", "--to", "labels.csv"], { cwd })).stdout).toBe("");
  });
});
