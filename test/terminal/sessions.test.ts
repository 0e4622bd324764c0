import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { displayWidth } from "../../src/text/presentation/index.ts";
import { assay } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { sampleOf } from "../support/thorough.ts";
import { exampleFolder, judgedQuickstart } from "./quickstart.ts";
import { inTerminal } from "./tmux.ts";

const CAMPAIGN = "--suite quickstart --run-profile offline --evaluation-profile offline_judge";
const SIZES = [
  { columns: 80, rows: 24 },
  { columns: 160, rows: 50 },
];
const LONG = 120_000;

describe.skipIf(lacks("tmux"))("in a terminal", () => {
  let quickstart: string;
  let rubric: string;
  let batch: string;
  beforeAll(async () => {
    quickstart = await judgedQuickstart();
    rubric = exampleFolder("rubric");
    batch = exampleFolder("batch");
    for (const number of [1, 2])
      await assay(
        [
          "batch",
          "judge",
          "--spec",
          "spec.yaml",
          "--items",
          `experiment-${number}.jsonl`,
          "--name",
          `e${number}`,
          "-q",
        ],
        { cwd: batch },
      );
  }, 300_000);

  const sessions: [name: string, folder: () => string, command: string][] = [
    ["run-eval", () => quickstart, `assay run-eval ${CAMPAIGN}`],
    ["run-eval --only failed", () => quickstart, `assay run-eval ${CAMPAIGN} --only failed`],
    ["report", () => quickstart, `assay report ${CAMPAIGN}`],
    ["trials", () => quickstart, "assay trials --failed"],
    ["show", () => quickstart, "assay show erratic/greeting_file"],
    ["compare", () => quickstart, `assay compare hasty erratic ${CAMPAIGN}`],
    ["gate", () => quickstart, `assay gate ${CAMPAIGN} --base quickstart`],
    ["gate's help", () => quickstart, "assay gate --help"],
    ["plan", () => quickstart, `assay plan ${CAMPAIGN}`],
    ["calibrate", () => quickstart, "assay calibrate quickstart"],
    ["doctor", () => quickstart, "assay doctor"],
    ["cases", () => quickstart, "assay cases"],
    ["help", () => quickstart, "assay run-eval --help"],
    ["a mistake", () => quickstart, "assay show nowhere/nothing"],
    [
      "rubric, in Chinese",
      () => rubric,
      "assay rubric judge --samples zh/samples.jsonl --rubric zh/rubric.yaml --evaluation-profile offline_panel --name zh",
    ],
    ["batch", () => batch, "assay batch judge --spec spec.yaml --items experiment-1.jsonl --name e1"],
    ["batch compare", () => batch, "assay batch compare outputs/batch/e1 outputs/batch/e2"],
  ];

  describe.each(SIZES)("of $columns columns and $rows rows", ({ columns, rows }) => {
    // Output that fits into 80 columns fits into 160, unless it asks for the width.
    test.each(columns === 80 ? sessions : sampleOf(sessions, 6))(
      "%s has no line that is wider",
      { timeout: LONG },
      async (_, folder, command) => {
        const { lines, rows: onScreen } = await inTerminal(command, { cwd: folder(), columns, rows });
        expect(lines.length).toBeGreaterThan(0);
        // The terminal had to wrap nothing: there are as many rows as lines.
        expect(onScreen).toEqual(lines);
        expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
      },
    );
  });

  test("no word of the verdict is broken at 80 columns, and it appears twice", { timeout: LONG }, async () => {
    const { lines } = await inTerminal(`assay report ${CAMPAIGN}`, { cwd: quickstart, columns: 80, rows: 24 });
    const verdict = [
      "Diligent (offline) scores highest (9.19): it is better than Erratic (offline),",
      "Hasty (offline) and Failing (offline).",
    ];
    expect(lines.slice(0, 2)).toEqual(verdict);
    expect(lines.slice(-5, -2)).toEqual([...verdict, "Next: assay show failing/summary"]);
  });

  test("tables keep their columns with wide characters, combining ones and emoji", { timeout: LONG }, async () => {
    const odd = exampleFolder("quickstart");
    const wide = "configs/suites/quickstart.yaml";
    const suite = readFileSync(join(odd, wide), "utf8");
    const { writeFileSync } = await import("node:fs");
    const named = suite
      .replace(/label: Diligent[^\n]*/, "label: 勤勉的模型")
      .replace(/label: Hasty[^\n]*/, 'label: "Ha\u0301sty 🎉"');
    expect(named).not.toBe(suite);
    writeFileSync(join(odd, wide), named);
    await assay(["run-eval", ...CAMPAIGN.split(" "), "--quiet", "--no-files"], { cwd: odd });
    const { lines } = await inTerminal(`assay report ${CAMPAIGN}`, { cwd: odd, columns: 80, rows: 24 });
    const at = lines.findIndex((line) => line.startsWith("Scores with 95 % intervals"));
    const table = lines.slice(at + 1, at + 6);
    expect(table.join("\n")).toContain("勤勉的模型");
    // Figures end in the same column of the screen.
    expect(new Set(table.map(displayWidth)).size).toBe(1);
  });

  describe("colours", () => {
    const colours = async (env: Record<string, string>, command = `assay report ${CAMPAIGN}`) => {
      const { lines } = await inTerminal(`${command} > seen.txt; grep -c "$(printf '\\033')" seen.txt`, {
        ...{ cwd: quickstart, columns: 80, rows: 24, env },
      });
      return Number(lines.at(-1));
    };

    test("are not there in a file", { timeout: LONG }, async () => {
      expect(await colours({})).toBe(0);
    });

    test("are kept in a file with FORCE_COLOR, and not with NO_COLOR beside it", { timeout: LONG }, async () => {
      expect(await colours({ FORCE_COLOR: "1" })).toBeGreaterThan(5);
      expect(await colours({ FORCE_COLOR: "1", NO_COLOR: "1" })).toBe(0);
    });
  });

  test("what docs/terminal.md shows is what the terminal shows", { timeout: LONG }, async () => {
    const page = readFileSync(join(projectRoot, "docs/terminal.md"), "utf8");
    const blocks = [...page.matchAll(/^```text\n\$ (assay .+)\n([\s\S]+?)^```/gm)];
    expect(blocks.length).toBeGreaterThan(1);
    for (const [, command, shown] of blocks) {
      const { lines } = await inTerminal(command!, { cwd: quickstart, columns: 80, rows: 24 });
      const expected = shown!.trimEnd().split("\n").map(timeless);
      expect(lines.slice(0, expected.length).map(timeless)).toEqual(expected);
    }
  });
});

/** Without what differs from one machine or version to the next. */
function timeless(line: string): string {
  return line.replace(/-[0-9a-f]{8}\b/g, "-########").replace(/\d+\.\d s\b/g, "#.# s");
}
