import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { splitShellWords } from "../../src/cli/completion/shell-words.ts";
import { assay, cliPath } from "../support/assay.ts";
import { lacks } from "../support/needs.ts";
import { temporaryFolder } from "../support/temporary.ts";

const suite = (id: string, ...models: string[]) =>
  `schema_version: 1\nsuite_id: ${id}\ntitle: S\nmodels:\n${models.map((model) => `  - model_id: ${model}\n`).join("")}variants: [{ variant_id: short_${id} }]\n`;
const HOSTILE = [
  "two words",
  "it's",
  "$(touch pwned)",
  "`touch pwned`",
  'say "hi"',
  "a;touch pwned",
  "star*",
  "back\\slash",
];

/** A workspace with ids that shells would like to do something with, and a folder that has `assay` in it. */
function workspace(): { cwd: string; path: string } {
  const cwd = temporaryFolder({
    "configs/suites/billing.yaml": suite("billing", "large", "small"),
    "configs/suites/refunds.yaml": suite("refunds", "'quoted one'", "medium # not a part of it"),
    "configs/run_profiles/fast.yaml": "run_profile_id: fast\n",
    "configs/evaluation_profiles/strict.yaml": "evaluation_profile_id: strict\n",
    "configs/cases/late/test.yaml": "case_id: late_parcel\n",
    "configs/cases/group/early/test.yaml": 'case_id: "early_parcel"\n',
    "notes/plan.txt": "",
    ...Object.fromEntries(HOSTILE.map((name) => [`configs/run_profiles/x${name}.yaml`, ""])),
  });
  mkdirSync(join(cwd, ".bin"));
  writeFileSync(join(cwd, ".bin/assay"), `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`);
  chmodSync(join(cwd, ".bin/assay"), 0o755);
  return { cwd, path: `${join(cwd, ".bin")}:${process.env.PATH}` };
}

let place: ReturnType<typeof workspace>;
beforeEach(() => {
  place = workspace();
});

const run = (program: string, words: string[], input = "") =>
  execFileSync(program, words, {
    cwd: place.cwd,
    input,
    encoding: "utf8",
    env: { PATH: place.path, HOME: place.cwd, TERM: "dumb", LANG: "C.UTF-8" },
    timeout: 60_000,
    stdio: ["pipe", "pipe", "pipe"],
  });

const scripts = new Map<string, string>();

/** The output of `assay completion` for a shell; the tests of real keys source it as a user does. */
function scriptFor(shell: string): string {
  const script = scripts.get(shell) ?? run("assay", ["completion", shell]);
  scripts.set(shell, script);
  return script;
}

/** Bash's offers, through its own completion function. */
function inBash(line: string): string[] {
  const script = `${scriptFor("bash")}
COMP_LINE=$1 COMP_POINT=\${#1}
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
_assay_complete assay "" ""
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return run("bash", ["--norc", "-c", script, "bash", line]).split("\n").filter(Boolean);
}

describe.skipIf(lacks("bash"))("bash", { timeout: 60_000 }, () => {
  test.each([
    ["assay run-e", ["run-eval"]],
    ["assay store l", ["list"]],
    ["assay run-eval --sui", ["--suite"]],
    ["assay run-eval --suite ", ["billing", "refunds"]],
    ["assay run-eval --suite=b", ["billing"]],
    ["assay run --run-profile f", ["fast"]],
    ["assay run-eval --evaluation-profile ", ["strict"]],
    ["assay run-eval --suite billing --model ", ["large", "small"]],
    ["assay run-eval --model ", ["large", "medium", "quoted\\ one", "small"]],
    ["assay run-eval --variant ", ["short_billing", "short_refunds"]],
    ["assay run --case ", ["early_parcel", "late_parcel"]],
    ["assay report --output mark", ["markdown"]],
    ["assay suites b", ["billing"]],
    ["assay completion ", ["bash", "zsh", "fish"]],
    ["assay label import --format ", ["csv", "jsonl"]],
    ["assay label --annot", ["--annotator"]],
    ["assay nothing-like-it --f", []],
    ["assay run-eval --suite billing --mod", ["--model"]],
    ["assay plan -- --su", []],
    ["assay plan --workspace / --suite ", []],
    ["assay plan --workspace configs/cases --suite ", ["billing", "refunds"]],
  ])("%s⇥", (line, expected) => {
    expect(inBash(line)).toEqual(expected);
  });

  test("hostile names stay data: each comes back as one word, and nothing is run", () => {
    const replies = inBash("assay run --run-profile x");
    expect(replies).toHaveLength(HOSTILE.length);
    // The shell itself reads back what it would have put on the line.
    const read = run("bash", ["--norc", "-c", `printf '%s\\n' ${replies.join(" ")}`])
      .split("\n")
      .filter(Boolean);
    expect(read.sort()).toEqual(HOSTILE.map((name) => `x${name}`).sort());
    expect(existsSync(join(place.cwd, "pwned"))).toBe(false);
  });

  test.each([
    ["assay run --run-profile 'x", HOSTILE.filter((name) => !name.includes("'"))],
    ['assay run --run-profile "x', ["a;touch pwned", "it's", "star*", "two words"]],
  ])("inside of a quote only what cannot end it: %s", (line, expected) => {
    expect(inBash(line).sort()).toEqual(expected.map((name) => `x${name}`).sort());
  });

  test("what is typed is not run either", () => {
    inBash("assay run --suite $(touch pwned) --model `touch pwned` --case ");
    inBash('assay run --suite "$(touch pwned)');
    expect(existsSync(join(place.cwd, "pwned"))).toBe(false);
  });

  test("with a real Tab at a real prompt", () => {
    const begin = `source <(assay completion bash); real=${join(place.cwd, ".bin/assay")}\n`;
    const spy = `assay() { if [[ $1 == __complete ]]; then $real "$@"; else printf 'GOT'; printf '|%s' "$@"; echo; fi; }\n`;
    const typed = "assay run-ev\t--suite=bi\t--run-profile xtwo\t--model la\t\nexit 0\n";
    const shown = run("script", ["-qec", "bash --norc --noprofile -i", "/dev/null"], `${begin}${spy}${typed}`);
    expect(shown).toContain("GOT|run-eval|--suite=billing|--run-profile|xtwo words|--model|large");
  });
});

describe.skipIf(lacks("zsh"))("zsh", { timeout: 60_000 }, () => {
  /** Types into an interactive zsh and gives what it finally was told to execute: `assay` is a function that prints its words. */
  function inZsh(line: string): string {
    const begin =
      "autoload -U compinit && compinit -u -D; zstyle ':completion:*' menu no; unsetopt beep list_ambiguous auto_menu; PS1='> '\n";
    const source = "source <(assay completion zsh)\n";
    const spy = `real=${join(place.cwd, ".bin/assay")}; assay() { if [[ $1 == __complete ]]; then $real "$@"; else print -r -- "GOT ${"$"}{(j:|:)@}"; fi }\n`;
    const shown = run("script", ["-qec", "zsh -f -i", "/dev/null"], `${begin}${source}${spy}${line}\nexit\n`);
    return /^GOT (.*)$/m.exec(shown.replaceAll("\r", ""))?.[1]?.trim() ?? shown;
  }

  test.each([
    ["assay run-e\t--sui\tbil\t", "run-eval|--suite|billing"],
    ["assay run-eval --suite billing --model lar\t", "run-eval|--suite|billing|--model|large"],
    ["assay run --case la\t", "run|--case|late_parcel"],
    ["assay run --run-profile xtwo\t", "run|--run-profile|xtwo words"],
    ["assay run --run-profile x\\$\t", "run|--run-profile|x$(touch pwned)"],
    ["assay run --run-profile xit\t", "run|--run-profile|xit's"],
  ])("%j", (typed, words) => {
    expect(inZsh(typed)).toBe(words);
    expect(existsSync(join(place.cwd, "pwned"))).toBe(false);
  });
});

describe.skipIf(lacks("fish"))("fish", { timeout: 60_000 }, () => {
  const inFish = (line: string) =>
    run("fish", ["--no-config", "-c", `${scriptFor("fish")}\ncomplete -C $argv[1]`, line])
      .split("\n")
      .filter(Boolean)
      .map((reply) => reply.split("\t")[0]);

  test.each([
    ["assay run-e", ["run-eval"]],
    ["assay run-eval --suite ", ["billing", "refunds"]],
    ["assay run-eval --suite billing --model ", ["large", "small"]],
    ["assay run --case ", ["early_parcel", "late_parcel"]],
    ["assay report --output mark", ["markdown"]],
    ["assay validate no", ["notes/"]],
  ])("%s⇥", (line, expected) => {
    expect(inFish(line)).toEqual(expected);
  });

  test("hostile names stay data", () => {
    expect(inFish("assay run --run-profile x").sort()).toEqual(HOSTILE.map((name) => `x${name}`).sort());
    expect(existsSync(join(place.cwd, "pwned"))).toBe(false);
  });
});

describe("quiet, whatever happens", () => {
  test.each([
    ["no workspace", () => temporaryFolder()],
    ["broken YAML", () => temporaryFolder({ "configs/suites/s.yaml": "models: [", "configs/cases/c/test.yaml": "\0" })],
    ["a file where a folder should be", () => temporaryFolder({ "configs/suites": "", "configs/cases/x": "" })],
  ])("%s", async (_, folder) => {
    const cwd = folder();
    for (const line of [
      "assay run-eval --suite ",
      "assay run-eval --model ",
      "assay run --case ",
      "assay x y z ",
      "'",
      "",
    ]) {
      const { code, stderr } = await assay(["__complete", "bash", "=:", line], { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    }
  });

  test("names that would break a line or steer a terminal are left out", async () => {
    const cwd = temporaryFolder({
      "configs/suites/a\nb.yaml": "",
      "configs/suites/\u{1b}[31m.yaml": "",
      "configs/suites/ok.yaml": "",
    });
    expect((await assay(["__complete", "fish", "assay", "run", "--suite", ""], { cwd })).stdout).toBe("ok\n");
  });

  test("another shell is refused, and the command that scripts ask is not in the help", async () => {
    expect((await assay(["completion", "tcsh"])).code).toBe(2);
    expect((await assay(["--help"])).stdout).not.toContain("__complete");
  });
});

test.each([
  ["assay run", ["assay"], "run", ""],
  ["assay run ", ["assay", "run"], "", ""],
  [`assay 'a b' "c \\" d" e\\ f`, ["assay", "a b", 'c " d'], "e f", ""],
  ["assay 'open word", ["assay"], "open word", "'"],
  [`assay "half $x`, ["assay"], "half $x", '"'],
  ["assay ''", ["assay"], "", ""],
  ["assay trailing\\", ["assay"], "trailing\\", ""],
])("a line is taken apart as bash does: %j", (line, words, current, quote) => {
  expect(splitShellWords(line)).toEqual({ words, current, quote });
});
