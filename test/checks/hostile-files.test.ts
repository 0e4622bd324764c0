import { beforeAll, describe, expect, test } from "vitest";
import { type DeclarativeCheck, declarativeCheck } from "../../src/config/index.ts";
import { chooseSandbox, type SandboxChoice } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { HOSTILE_ANSWERS } from "./hostile.ts";
import { prepare } from "./support.ts";

let sandbox: SandboxChoice;
beforeAll(async () => {
  sandbox = await chooseSandbox({ setting: "auto", env: process.env });
});

/** Characters that must not reach a judge or a terminal: control characters, changes of text direction, halves of letters. */
const ACTS = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\ufeff]|\p{Cs}/u;

describe.each(Object.entries(HOSTILE_ANSWERS))("a file that holds %s", (_, text) => {
  const left = { files: { "workspace/left.txt": text }, artifact: { final_output: text } };

  test.skipIf(lacks("sandbox"))("is printed by a command, which decides, and its message is tame", async () => {
    const prepared = prepare({ sandbox, ...left });
    const commands: object[] = [
      { command: "cat left.txt; exit 1" },
      { command: "cat left.txt >&2", stderr: { matches: "^(a+)+$b", contains: "no such words" } },
    ];
    for (const fields of commands) {
      const {
        outcome,
        message,
        seen = "",
      } = await prepared.check({
        declarative: declarativeCheck.parse({ kind: "command", ...fields }),
      });
      expect(outcome, message).toBe("failed");
      expect(message.length).toBeLessThan(600);
      expect(message).not.toMatch(ACTS);
      expect(seen.length).toBeLessThan(10_000);
      expect(seen).not.toMatch(/\p{Cs}/u);
    }
  });

  test("is decided on by the checks of files, and the message is tame", async () => {
    const prepared = prepare(left);
    const checks: DeclarativeCheck[] = [
      { kind: "file_contains", path: "left.txt", text: "no such words" },
      { kind: "file_exists", path: "left.txt" },
      { kind: "path_exists", path: "left.txt" },
    ];
    for (const declarative of checks) {
      const { outcome, message, seen = "" } = await prepared.check({ declarative });
      expect(outcome).toBe(declarative.kind === "file_contains" ? "failed" : "passed");
      expect(message).not.toMatch(ACTS);
      expect(message.length + seen.length).toBeLessThan(2000);
    }
  });
});
