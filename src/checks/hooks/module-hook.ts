import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Hook } from "../../config/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { ANSWER_NAME } from "./hook-answer.ts";
import { exposeHookFile, isInside, workspaceRootOf } from "./hook-file.ts";
import type { HookStage } from "./hook-stage.ts";
import type { PreparedHook } from "./python-hook.ts";
import { transformTypeScript } from "./typescript-files.ts";

/** Prepares a JavaScript or TypeScript function, named by file or package, to be called by our driver. */
export async function prepareModuleHook(
  hook: Hook,
  stage: HookStage,
  { subject, sandbox }: { subject: CheckSubject; sandbox: Sandbox },
): Promise<PreparedHook> {
  const root = await workspaceRootOf(subject);
  // Both the hook and the driver are below this folder, so both resolve the workspace's packages from it.
  await stage.place("node_modules", join(root, "node_modules")).catch(() => null);
  let specifier = hook.import_path ?? "";
  if (hook.path !== undefined) {
    if (/\.[cm]?ts$/.test(hook.path)) {
      const file = await realpath(resolve(dirname(subject.loadedCase.path), hook.path));
      const transformed = await transformTypeScript(file, root);
      if (!transformed.ok) return transformed;
      for (const { path, text } of transformed.files) await stage.write(join("module", path), text);
      specifier = join(stage.paths.hooks, "module", transformed.entry);
    } else specifier = await exposeHookFile(hook.path, stage, subject);
  }
  const call = {
    specifier,
    callable: hook.callable_name,
    answer: join(stage.paths.answers, ANSWER_NAME),
    input: join(stage.paths.hooks, "input.json"),
  };
  await stage.write("call.json", JSON.stringify(call));
  await stage.write("driver.mjs", DRIVER);
  const argv = [
    await findNode(sandbox, stage),
    join(stage.paths.hooks, "driver.mjs"),
    join(stage.paths.hooks, "call.json"),
  ];
  return { ok: true, command: { argv } };
}

/** Our own Node. It needs only its executable, so the rest of a version manager stays hidden. */
async function findNode(sandbox: Sandbox, stage: HookStage): Promise<string> {
  if (sandbox.kind === "container") return "node";
  const executable = await realpath(process.execPath);
  return isInside(executable, "/usr") ? executable : stage.place("node", executable);
}

const DRIVER = `import { readFileSync, writeFileSync } from "node:fs";
import { inspect } from "node:util";
import { pathToFileURL } from "node:url";

const call = JSON.parse(readFileSync(process.argv[2], "utf8"));
const argument = JSON.parse(readFileSync(call.input, "utf8"));

async function answer() {
  let where = "loading the hook";
  try {
    const specifier = call.specifier.startsWith("/") ? pathToFileURL(call.specifier).href : call.specifier;
    const module = await import(specifier);
    const hook = module[call.callable] ?? module.default?.[call.callable];
    if (typeof hook !== "function") return { problem: "The hook has no function called " + call.callable + "." };
    where = "calling the hook";
    const value = await hook(argument);
    where = "reading what the hook returned";
    const text = JSON.stringify(value);
    if (text === undefined) return { problem: "The hook returned " + inspect(value).slice(0, 200) + ", which is not plain data." };
    return { value: JSON.parse(text) };
  } catch (error) {
    const words = error instanceof Error ? (error.stack ?? String(error)) : "threw " + inspect(error);
    return { problem: "Exception while " + where + ":\\n" + words.slice(0, 4000) };
  }
}

writeFileSync(call.answer, JSON.stringify(await answer()));
// Timers and sockets that the hook left behind do not hold us up.
process.exit(0);
`;
