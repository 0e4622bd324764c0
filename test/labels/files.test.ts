import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appendLabels, readLabels } from "../../src/labels/index.ts";
import type { LabelRecord } from "../../src/records/index.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { labelRecord, PACKET } from "./support.ts";

const OTHER = "b".repeat(64);
const text = (...lines: object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const read = (files: Record<string, string>) =>
  readLabels(temporaryFolder(Object.fromEntries(Object.entries(files).map(([name, own]) => [`labels/${name}`, own]))));

describe("a line of labels/*.jsonl", () => {
  test.each<[string, object]>([
    ["pass or fail", {}],
    ["a score", { question: { kind: "score", dimension: "overall" }, value: 7.5 }],
    ["a band", { question: { kind: "band", dimension: "tone" }, value: "2" }],
    ["a preference", { question: { kind: "preference", other_packet_sha256: OTHER }, value: "tie" }],
    ["a quote and a note", { quote: "the sum is 42", note: "right" }],
    ["a draw", { draw: { plan: "p", probability: 0.25, stratum: "s1" } }],
    ["what settles a disagreement", { adjudicated: true }],
    ["a name in another script", { annotator: "安娜.k@x" }],
    ["a purpose", { purpose: "tune" }],
  ])("may hold %s", async (_, fields) => {
    const line = { ...labelRecord(), ...fields };
    expect(await read({ "ann.jsonl": text(line) })).toMatchObject({ labels: [line], problems: [] });
  });

  test.each<[string, object, string]>([
    [
      "a format of another day",
      { format: "assay.label/2" },
      "labels/ann.jsonl:1:11  format: expected assay.label/1, found",
    ],
    ["half a hash", { packet_sha256: "abc" }, "labels/ann.jsonl:1:43  packet_sha256: expected a SHA-256"],
    ["a field nobody knows", { vlaue: 1 }, 'Did you mean "value"?'],
    ["a score for pass or fail", { value: 1 }, "value: expected true or false for a question about passing"],
    ["a text as a score", { question: { kind: "score", dimension: "task" }, value: "7" }, "value: expected a number"],
    [
      "a number as a band",
      { question: { kind: "band", dimension: "task" }, value: 2 },
      "value: expected the score of a band",
    ],
    [
      "a preference for nobody",
      { question: { kind: "preference", other_packet_sha256: OTHER }, value: "a" },
      "value: expected `this`, `other` or `tie`",
    ],
    [
      "a pair in two orders",
      { packet_sha256: OTHER, question: { kind: "preference", other_packet_sha256: PACKET }, value: "tie" },
      "must come after `packet_sha256`",
    ],
    ["a question without a dimension", { question: { kind: "score" }, value: 1 }, "question.dimension: is missing"],
    ["a path as a name", { annotator: "../../etc/passwd" }, "annotator: expected a name"],
    ["no purpose", { purpose: undefined }, "`purpose` is missing"],
    ["another purpose", { purpose: "train" }, 'purpose: expected measure or tune, found "train"'],
    ["a probability of nothing", { draw: { plan: "p", probability: 0, stratum: "s" } }, "draw.probability: expected"],
    ["a probability above one", { draw: { plan: "p", probability: 1.5, stratum: "s" } }, "draw.probability: expected"],
    ["no value", { value: undefined }, "`value` is missing"],
    ["a value that is taken back", { withdrawn: true }, "value: a label that is taken back has no such field"],
    ["a day for a moment", { labelled_at: "yesterday" }, "labelled_at: expected a moment such as"],
    ["an empty quote", { quote: "" }, "quote: must not be empty"],
  ])("is refused with %s, by its place, and the others count", async (_, fields, says) => {
    const good = labelRecord({ annotator: "ben" });
    const { labels, problems } = await read({ "ann.jsonl": text({ ...labelRecord(), ...fields }, good) });
    expect(labels).toEqual([good]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(says);
    expect(problems[0]).toMatch(/^labels\/ann\.jsonl:1:\d+ {2}/);
  });

  test("that is not JSON is named with its column", async () => {
    const { problems } = await read({
      "ann.jsonl": `${text(labelRecord())}{"format": nonsense}\n${text(labelRecord())}`,
    });
    expect(problems).toEqual(["labels/ann.jsonl:2:12  the line is not JSON"]);
  });

  test("with a key twice is refused: which is meant?", async () => {
    const line = text(labelRecord()).replace('"value":true', '"value":true,"value":false');
    expect((await read({ "ann.jsonl": line })).problems).toEqual([
      'labels/ann.jsonl:1:1  "value" appears twice; which one is meant?',
    ]);
  });

  test("that is not UTF-8 costs that line alone", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "labels"));
    writeFileSync(
      join(root, "labels/ann.jsonl"),
      Buffer.concat([Buffer.from([0x22, 0xff, 0x22, 0x0a]), Buffer.from(text(labelRecord()))]),
    );
    const { labels, problems } = await readLabels(root);
    expect(labels).toHaveLength(1);
    expect(problems).toEqual(["labels/ann.jsonl:1:1  not valid UTF-8"]);
  });

  test("that marks a merge conflict is said to be one", async () => {
    const { labels, problems } = await read({
      "ann.jsonl": `<<<<<<< HEAD\n${text(labelRecord())}=======\n>>>>>>> theirs\n`,
    });
    expect(labels).toHaveLength(1);
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain("the mark of a merge conflict: remove the marks and keep the lines of both sides");
  });
});

describe("the last line, cut off by a kill", () => {
  const whole = text(labelRecord({ annotator: "ben" }));
  const cut = JSON.stringify(labelRecord()).slice(0, 60);

  test("is set aside with a message, and the lines before it count", async () => {
    const { labels, problems } = await read({ "ann.jsonl": whole + cut });
    expect(labels).toHaveLength(1);
    expect(problems).toEqual([
      "labels/ann.jsonl:2:43  the last line is cut off, as when a process is killed while it writes; it is set aside, and the lines before it count",
    ]);
  });

  test("takes no later label with it", async () => {
    const root = temporaryFolder({ "labels/ann.jsonl": whole + cut });
    const later = labelRecord({ note: "after the kill" });
    await appendLabels(root, [later]);
    const { labels, problems } = await readLabels(root);
    expect(labels).toContainEqual(later);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^labels\/ann\.jsonl:2:\d+ {2}the line is not JSON/);
  });

  test("without its newline, but whole, counts", async () => {
    expect((await read({ "ann.jsonl": whole.trimEnd() })).labels).toHaveLength(1);
  });
});

describe("of two lines about the same", () => {
  const early = labelRecord({ value: true, labelled_at: "2026-11-16T09:30:00Z" });
  const late = labelRecord({ value: false, labelled_at: "2026-11-16T09:30:00.001Z" });

  test("the later counts, in whatever order and file they are", async () => {
    for (const files of <Record<string, string>[]>[
      { "a.jsonl": text(early, late) },
      { "a.jsonl": text(late, early) },
      { "a.jsonl": text(late), "b.jsonl": text(early) },
    ])
      expect((await read(files)).labels).toEqual([late]);
  });

  test("and of two at the same moment the same one everywhere", async () => {
    const one = labelRecord({ value: true });
    const other = labelRecord({ value: false });
    const first = await read({ "a.jsonl": text(one, other) });
    const second = await read({ "a.jsonl": text(other, one) });
    expect(first.labels).toEqual(second.labels);
    expect(first.labels).toHaveLength(1);
  });

  test("one that takes back ends the other", async () => {
    const { value: _value, purpose: _purpose, ...rest } = labelRecord({ labelled_at: "2026-11-16T10:00:00Z" });
    expect((await read({ "a.jsonl": text(early, { ...rest, withdrawn: true }) })).labels).toEqual([]);
  });

  test("what a person settled does not replace what the same person said as an annotator", async () => {
    const settled = labelRecord({ value: false, adjudicated: true });
    expect((await read({ "a.jsonl": text(labelRecord(), settled) })).labels).toHaveLength(2);
  });
});

test("two branches that both add labels merge in git without a conflict, and nothing is lost", async () => {
  const root = temporaryFolder();
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: root, stdio: "pipe" });
  const commit = async (label: LabelRecord) => {
    await appendLabels(root, [label]);
    git("add", "-A");
    git("commit", "-qm", "labels");
  };
  git("init", "-q", "-b", "main");
  await commit(labelRecord());
  git("checkout", "-qb", "other");
  await commit(labelRecord({ packet_sha256: OTHER, note: "on the branch" }));
  git("checkout", "-q", "main");
  await commit(labelRecord({ packet_sha256: "c".repeat(64), note: "on main" }));
  git("merge", "-q", "--no-edit", "other");
  const { labels, problems } = await readLabels(root);
  expect(problems).toEqual([]);
  expect(labels.map(({ packet_sha256 }) => packet_sha256[0]).sort()).toEqual(["a", "b", "c"]);
});

test("a file of somebody else's beside them is left alone", async () => {
  const root = temporaryFolder({ "labels/README.md": "ours", "labels/notes.txt": "{" });
  appendFileSync(join(root, "labels/README.md"), "!");
  await appendLabels(root, [labelRecord()]);
  expect((await readLabels(root)).problems).toEqual([]);
  expect(readFileSync(join(root, "labels/README.md"), "utf8")).toBe("ours!");
});
