import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { shellWord } from "./shell-word.ts";

test.each(["careful/refund/2", "model+variant", "a b", "it's", "$(rm -rf /)", "`id`", "a#b", "*", "-x;y", "=cmd", ""])(
  "a shell takes it as one word: %s",
  (word) => {
    expect(execFileSync("sh", ["-c", `printf '%s|' ${shellWord(word)}`], { encoding: "utf8" })).toBe(`${word}|`);
  },
);
