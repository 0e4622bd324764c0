import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { projectRoot } from "./support/project-root.ts";

/** Words of translated English, and clauses that begin a comment instead of a verb or a noun. */
const TRANSLATED = /\b(?:whoever|nobody|stands|lies|in vain|what (?:came of it|it came to)|of another day)\b/i;
const CLAUSE = /^(?:What|Who|Whom|Whose|Whether|Where)\b/;

test("comments begin with a verb or a noun, in words of native English", () => {
  const found = ["src", "test", "bench", "scripts"]
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map(
        (path) => `${folder}/${path.replaceAll("\\", "/")}`,
      ),
    )
    .filter((path) => /\.(?:tsx?|m[jt]s)$/.test(path))
    .flatMap(translatedComments);
  expect(found).toEqual([]);
});

test("a comment that sounds translated is found", () => {
  expect(wordsOf("code.ts", "/** Whoever reads it. */ a; // the file\n// lies here\n/* fine */")).toEqual([
    "Whoever reads it.",
    "the file",
    "lies here",
    "fine",
  ]);
  expect(["Whoever reads it.", "Whether it fits.", "It lies here."].filter(isTranslated)).toHaveLength(3);
  expect(["True if it fits.", "The reader, and where it is."].filter(isTranslated)).toEqual([]);
});

function translatedComments(path: string): string[] {
  return wordsOf(path, readFileSync(join(projectRoot, path), "utf8"))
    .filter(isTranslated)
    .map((words) => `${path}: ${words}`);
}

function isTranslated(words: string): boolean {
  return TRANSLATED.test(words) || CLAUSE.test(words);
}

/** The text of every comment on one line, without the signs around it. */
function wordsOf(path: string, code: string): string[] {
  return parseSync(path, code).comments.map(({ value }) =>
    value
      .replace(/^\*/, "")
      .replaceAll(/\n\s*\*? ?/g, " ")
      .trim(),
  );
}
