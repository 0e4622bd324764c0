import { expect, test } from "vitest";
import { lacks } from "../support/needs.ts";
import { judgedWorkspace } from "./judged-workspace.ts";

const ONE = ["--model", "alpha", "--case", "one"];

/** A workspace whose first case has a hook that says something else every time. */
async function withHook(body: string) {
  const workspace = await judgedWorkspace({
    files: { "configs/cases/one/hooks/check.mjs": `export function check() { ${body} }\n` },
  });
  const hook = "  - { check_id: hooked, module_hook: { path: hooks/check.mjs, callable_name: check } }\n";
  workspace.edit("configs/cases/one/test.yaml", (text) => `${text}${hook}`);
  workspace.edit(
    "configs/evaluation_profiles/e.yaml",
    (text) => `${text}security_policy: { allow_local_python_hooks: true }\n`,
  );
  return workspace;
}

test.skipIf(lacks("sandbox"))(
  "a hook that fails with other numbers every time does not make the judges be paid again",
  async () => {
    const workspace = await withHook("throw new Error('broken at ' + process.hrtime.bigint());");
    const messageOf = async () => {
      const { stdout } = await workspace.call("eval", [...ONE, "--output", "json"]);
      return JSON.parse(stdout).trials[0].checks.not_passed[0];
    };
    const first = await messageOf();
    expect(first).toMatchObject({ check_id: "hooked", outcome: "error" });
    expect(first.message).toContain("broken at");
    expect(workspace.newRequests().judges).toBe(3);
    expect(await messageOf()).toEqual(first);
    expect(workspace.newRequests().judges).toBe(0);
  },
);

test.skipIf(lacks("sandbox"))("a hook that is mended is seen by the judges", async () => {
  const workspace = await withHook("throw new Error('broken');");
  await workspace.call("eval", ONE);
  workspace.newRequests();
  workspace.edit("configs/cases/one/hooks/check.mjs", (text) =>
    text.replace("throw new Error('broken');", "return true;"),
  );
  const { stdout } = await workspace.call("eval", [...ONE, "--output", "json"]);
  expect(JSON.parse(stdout).trials[0].checks).toMatchObject({ passed: 2, error: 0 });
  expect(workspace.newRequests().judges).toBe(3);
});

test.skipIf(lacks("sandbox"))("other arguments for the same hook are another check", async () => {
  const workspace = await judgedWorkspace({
    files: { "configs/cases/one/check.mjs": "export const check = ({ check }) => check.arguments.pass;\n" },
  });
  const hook = (pass: boolean) =>
    `  - { check_id: h, module_hook: { path: check.mjs, callable_name: check, arguments: { pass: ${pass} } } }\n`;
  workspace.edit("configs/cases/one/test.yaml", (text) => `${text}${hook(false)}`);
  workspace.edit(
    "configs/evaluation_profiles/e.yaml",
    (text) => `${text}security_policy: { allow_local_python_hooks: true }\n`,
  );
  const failedOf = async () =>
    JSON.parse((await workspace.call("run-eval", [...ONE, "--output", "json"])).stdout).trials[0].checks.failed;
  expect(await failedOf()).toBe(1);
  workspace.edit("configs/cases/one/test.yaml", (text) => text.replace(hook(false), hook(true)));
  expect(await failedOf()).toBe(0);
});
