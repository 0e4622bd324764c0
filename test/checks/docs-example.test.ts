import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseSandbox } from "../../src/sandbox/index.ts";
import { lacks } from "../support/needs.ts";
import { projectRoot } from "../support/project-root.ts";
import { prepare } from "./support.ts";

const page = readFileSync(join(projectRoot, "docs/checks.md"), "utf8");
const block = (language: string, containing: string): string =>
  [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
    ([, name, text]) => name === language && text!.includes(containing),
  )?.[2] ?? "";

test.skipIf(lacks("python"))("the worked example of the documentation does what the page says", async () => {
  const prepared = prepare({
    policy: { allow_local_python_hooks: true },
    sandbox: await chooseSandbox({ setting: "auto", env: process.env }),
    files: {
      "workspace/invoice.json": '{"items": [{"name": "a", "price": 2}, {"name": "b", "price": 3}], "total": 5}',
    },
    workspaceFiles: {
      "configs/cases/greet/hooks/invoice.py": block("python", "total_is_right"),
      "configs/cases/greet/hooks/invoice.ts": block("ts", "totalIsRight"),
    },
  });
  expect(
    await prepared.check({ python_hook: { path: "hooks/invoice.py", callable_name: "total_is_right" } }),
  ).toMatchObject({
    outcome: "passed",
    message: "the items add up to 5",
    seen: "total: 5",
  });
  expect(
    await prepared.check({ module_hook: { path: "hooks/invoice.ts", callable_name: "totalIsRight" } }),
  ).toMatchObject({
    outcome: "passed",
    message: "the items add up to 5",
  });
});

test.skipIf(lacks("python"))("its example of arguments counts words", async () => {
  const prepared = prepare({
    policy: { allow_local_python_hooks: true },
    sandbox: await chooseSandbox({ setting: "auto", env: process.env }),
    artifact: { final_output: "one two three" },
    workspaceFiles: { "configs/cases/greet/hooks/words.py": block("python", "at_most") },
  });
  const hook = (words: number) => ({ path: "hooks/words.py", callable_name: "at_most", arguments: { words } });
  expect(await prepared.check({ python_hook: hook(3) })).toMatchObject({
    outcome: "passed",
    message: "the-check: 3 of at most 3 words",
  });
  expect(await prepared.check({ python_hook: hook(2) })).toMatchObject({ outcome: "failed" });
});
