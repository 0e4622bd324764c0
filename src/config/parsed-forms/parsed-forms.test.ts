import { hash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { casesOf, counted, expectSameFromForms } from "../../../test/support/parsed-forms.ts";
import { projectRoot } from "../../../test/support/project-root.ts";
import { caseAt, caseText, inWords } from "../../../test/support/small-workspace.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import type { TestCase } from "../schema/case/test-case.ts";
import { openParsedForms } from "./parsed-forms.ts";

/** Loads a workspace with two cases once; returns it with the cache file. */
async function loadedOnce(files: Record<string, string> = { ...caseAt("a"), ...caseAt("b") }) {
  const root = temporaryFolder(files);
  const path = join(temporaryFolder({}), "forms.jsonl");
  await casesOf(root, counted(path).forms);
  return { root, path, edit: (name: string, text: string) => writeFileSync(join(root, name), text) };
}

const examples = readdirSync(join(projectRoot, "examples"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith("configs/cases"))
  .map((path) => join(projectRoot, "examples", path, "../.."));

test.each(examples)("%s is the same from its parsed forms", async (root) => {
  await expectSameFromForms(root);
});

describe("what a form was made from is looked at every time", () => {
  const message = "configs/cases/a/message.txt";
  const referring = `schema_version: 1
case_id: a
title: T
runner: { type: llm_probe }
input:
  messages: [{ role: user, source: { path: message.txt } }]
  attachments: [note.md]
deterministic_checks:
  - { check_id: k, module_hook: { path: hook.mjs, callable_name: check } }
`;
  const files = {
    "configs/cases/a/test.yaml": referring,
    [message]: "Old",
    "configs/cases/a/note.md": "Old",
    "configs/cases/a/hook.mjs": "",
  };

  test("an edited message file is sent as it is now", async () => {
    const { root, path, edit } = await loadedOnce(files);
    edit(message, "New");
    const { forms, count } = counted(path);
    expect((await casesOf(root, forms))[0]?.loaded?.messages).toEqual([{ role: "user", content: "New" }]);
    expect(count).toEqual({ found: 1, kept: 0 });
  });

  test("an edited attachment is hashed as it is now", async () => {
    const { root, path, edit } = await loadedOnce(files);
    edit("configs/cases/a/note.md", "Newer");
    expect((await casesOf(root, counted(path).forms))[0]?.loaded?.attachments).toMatchObject([
      { sha256: hash("sha256", "Newer"), bytes: 5 },
    ]);
  });

  test.each([message, "configs/cases/a/note.md", "configs/cases/a/hook.mjs"])("%s is missed", async (file) => {
    const { root, path } = await loadedOnce(files);
    rmSync(join(root, file));
    const [broken] = await casesOf(root, counted(path).forms);
    expect(broken?.loaded).toBeUndefined();
    expect(broken?.diagnostics.map(inWords)).toEqual([expect.stringContaining("does not exist")]);
    expect(broken?.diagnostics[0]?.line).toBeGreaterThan(5);
  });

  test("an edited case is read anew, and the other one is not", async () => {
    const { root, path, edit } = await loadedOnce();
    edit("configs/cases/b/test.yaml", caseText("b", "tags: [new]\n"));
    const { forms, count } = counted(path);
    expect((await casesOf(root, forms)).map(({ tags }) => tags)).toEqual([[], ["new"]]);
    expect(count).toEqual({ found: 1, kept: 1 });
  });

  test("a case that breaks is a problem of its own file only", async () => {
    const { root, path, edit } = await loadedOnce();
    edit("configs/cases/b/test.yaml", caseText("b", "weight: 1\n"));
    const [a, b] = await casesOf(root, counted(path).forms);
    expect([a?.diagnostics, b?.loaded]).toEqual([[], undefined]);
    expect(b?.diagnostics.map(inWords)).toEqual([
      expect.stringMatching(/^configs\/cases\/b\/test\.yaml:7 weight: is not a known field/),
    ]);
    expect(b?.diagnostics[0]?.frame).toContain("weight: 1");
  });

  test("a case that was copied with its id is refused", async () => {
    const { root, path } = await loadedOnce(caseAt("a"));
    mkdirSync(join(root, "configs/cases/copy"));
    copyFileSync(join(root, "configs/cases/a/test.yaml"), join(root, "configs/cases/copy/test.yaml"));
    const { forms, count } = counted(path);
    const [a, copy] = await casesOf(root, forms);
    expect(count).toEqual({ found: 2, kept: 0 });
    expect([a?.diagnostics, copy?.loaded]).toEqual([[], undefined]);
    expect(copy?.diagnostics.map(inWords)).toEqual([
      expect.stringMatching(/^warning configs\/cases\/copy\/test\.yaml:2 case_id: is not the name of its folder/),
      expect.stringMatching(/^configs\/cases\/copy\/test\.yaml:2 case_id: "a" is already the id of/),
    ]);
  });

  test("a case with a value that JSON cannot write down is never kept", async () => {
    const { root, path } = await loadedOnce(caseAt("a", "metadata: { zero: -0.0 }\n"));
    const again = counted(path);
    expect((await casesOf(root, again.forms))[0]?.loaded?.case.metadata).toStrictEqual({ zero: -0 });
    expect(again.count.found).toBe(0);
  });
});

describe("a file of forms is never trusted", () => {
  test("one that another version wrote holds nothing", async () => {
    const { root, path } = await loadedOnce();
    const other = counted(path, "2");
    await casesOf(root, other.forms);
    expect(other.count).toEqual({ found: 0, kept: 2 });
  });

  test("one that was brought from elsewhere holds nothing, not even byte for byte the same", async () => {
    const { root, path } = await loadedOnce();
    copyFileSync(path, `${path}.copy`);
    const copied = counted(`${path}.copy`);
    await casesOf(root, copied.forms);
    expect(copied.count).toEqual({ found: 0, kept: 2 });
  });

  test("an entry that says something else than its case is ignored, also with a hash of its own", async () => {
    const { root, path } = await loadedOnce(caseAt("a"));
    const [, signatures, line] = readFileSync(path, "utf8").split("\n");
    const forged = `${signatures}\n${line!.replace('"title":"T"', '"title":"Forged"')}\n`;
    expect(forged).toContain("Forged");
    for (const check of ["0".repeat(64), hash("sha256", forged), hash("sha256", `\n${forged}`)]) {
      writeFileSync(path, `${check}\n${forged}`);
      const { forms, count } = counted(path);
      expect((await casesOf(root, forms))[0]?.loaded?.case.title).toBe("T");
      expect(count).toEqual({ found: 0, kept: 1 });
    }
  });

  test("the forms of two cases cannot be exchanged", async () => {
    const { root, path } = await loadedOnce();
    const [check, signatures, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
    const contents = lines.map((line) => line.slice(0, 64));
    const exchanged = lines.map((line, index) => `${contents[1 - index]}${line.slice(64)}`);
    writeFileSync(path, `${[check, signatures, ...exchanged].join("\n")}\n`);
    expect((await casesOf(root, counted(path).forms)).map(({ caseId }) => caseId)).toEqual(["a", "b"]);
  });

  test("whatever is done to it, the cases are the same", async () => {
    const { root, path } = await loadedOnce();
    const whole = readFileSync(path);
    const plain = await casesOf(root);
    const damaged = fc.oneof(
      fc.nat(whole.length).map((length) => whole.subarray(0, length)),
      fc.tuple(fc.nat(whole.length - 1), fc.nat(255)).map(([at, byte]) => whole.with(at, byte)),
      fc.uint8Array({ maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        // Rewrite the same file, so that only the damage differs.
        writeFileSync(path, bytes);
        expect(await casesOf(root, { ...counted(path).forms, save: () => undefined })).toStrictEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  test("a folder in its place, or one that may not be made, changes nothing", async () => {
    const { root } = await loadedOnce();
    const plain = await casesOf(root);
    const folder = temporaryFolder({ "taken/x": "", file: "" });
    for (const path of [join(folder, "taken"), join(folder, "file/forms.jsonl")])
      expect(await casesOf(root, counted(path).forms)).toStrictEqual(plain);
    expect(readdirSync(folder).sort()).toEqual(["file", "taken"]);
  });
});

describe("the file of forms", () => {
  test("is not touched by a load that learns nothing", async () => {
    const { root, path } = await loadedOnce();
    const { ino } = statSync(path);
    await casesOf(root, counted(path).forms);
    expect(statSync(path).ino).toBe(ino);
    expect(readdirSync(join(path, ".."))).toEqual(["forms.jsonl"]);
  });

  test("does not grow with every edit", async () => {
    const { root, path, edit } = await loadedOnce(caseAt("a"));
    const { size } = statSync(path);
    for (let version = 10; version < 30; version += 1) {
      edit("configs/cases/a/test.yaml", caseText("a", `metadata: { version: ${version} }\n`));
      await casesOf(root, counted(path).forms);
    }
    expect(statSync(path).size).toBeLessThan(size * 3);
  });

  test("still knows the version before last after a change of branches", async () => {
    const { root, path, edit } = await loadedOnce(caseAt("a"));
    edit("configs/cases/a/test.yaml", caseText("a", "tags: [other]\n"));
    await casesOf(root, counted(path).forms);
    edit("configs/cases/a/test.yaml", caseText("a"));
    const back = counted(path);
    await casesOf(root, back.forms);
    expect(back.count).toEqual({ found: 1, kept: 0 });
  });
});

test("a case that may not be written down is parsed every time, and few cases make no file", async () => {
  const root = temporaryFolder({ ...caseAt("a"), ...caseAt("secret") });
  const path = join(temporaryFolder({}), "forms.jsonl");
  const open = (worthKeeping: number) =>
    openParsedForms<TestCase>(path, "1", { mayKeep: (json) => !json.includes('"secret"'), worthKeeping });
  const forms = open(2);
  await casesOf(root, forms);
  forms.save();
  expect(existsSync(path)).toBe(false);
  const others = open(1);
  await casesOf(root, others);
  others.save();
  expect(readFileSync(path, "utf8").trimEnd().split("\n").slice(2)).toHaveLength(1);
});
