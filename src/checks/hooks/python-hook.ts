import { join } from "node:path";
import type { Hook } from "../../config/index.ts";
import type { Sandbox } from "../../sandbox/index.ts";
import type { CheckSubject } from "../inspection/check-subject.ts";
import { ANSWER_NAME } from "./hook-answer.ts";
import { exposeHookFile, workspaceRootOf } from "./hook-file.ts";
import type { HookStage } from "./hook-stage.ts";
import { findPython } from "./python-runtime.ts";

export type PreparedHook =
  | { ok: true; command: { argv: string[]; env?: Record<string, string> } }
  | { ok: false; problem: string };

/** Prepares a Python function, named by file or module, to be called by our driver. */
export async function preparePythonHook(
  hook: Hook,
  stage: HookStage,
  { subject, sandbox, env }: { subject: CheckSubject; sandbox: Sandbox; env: Record<string, string | undefined> },
): Promise<PreparedHook> {
  const python =
    sandbox.kind === "container" ? { ok: true as const, executable: "python3", prefixes: [] } : await findPython(env);
  if (!python.ok) return python;
  for (const prefix of python.prefixes) stage.show(prefix);

  const search = [stage.paths.case];
  const shared = await stage.place("shared", join(await workspaceRootOf(subject), "hooks")).catch(() => null);
  if (shared !== null) search.push(shared);
  const call = {
    file: hook.path === undefined ? null : await exposeHookFile(hook.path, stage, subject),
    module: hook.import_path ?? null,
    callable: hook.callable_name,
    search,
    answer: join(stage.paths.answers, ANSWER_NAME),
    input: join(stage.paths.hooks, "input.json"),
  };
  await stage.write("call.json", JSON.stringify(call));
  await stage.write("driver.py", DRIVER);
  const argv = [python.executable, "-B", join(stage.paths.hooks, "driver.py"), join(stage.paths.hooks, "call.json")];
  return { ok: true, command: { argv, env: { PYTHONNOUSERSITE: "1", PYTHONUTF8: "1" } } };
}

const DRIVER = `import asyncio, importlib, importlib.util, inspect, json, os, sys, traceback

with open(sys.argv[1], encoding="utf-8") as source:
    call = json.load(source)
with open(call["input"], encoding="utf-8") as source:
    argument = json.load(source)


def load():
    sys.path[:0] = call["search"]
    if call["file"] is None:
        return importlib.import_module(call["module"])
    sys.path.insert(0, os.path.dirname(call["file"]))
    spec = importlib.util.spec_from_file_location("assay_hook", call["file"])
    module = importlib.util.module_from_spec(spec)
    sys.modules["assay_hook"] = module
    spec.loader.exec_module(module)
    return module


async def settle(value):
    return await value


def answer():
    where = "loading the hook"
    try:
        hook = getattr(load(), call["callable"], None)
        if not callable(hook):
            return {"problem": "The hook has no function called " + call["callable"] + "."}
        where = "calling the hook"
        value = hook(argument)
        if inspect.isawaitable(value):
            value = asyncio.run(settle(value))
    except SystemExit as error:
        return {"problem": "The hook called sys.exit(%r) instead of returning a result." % (error.code,)}
    except BaseException:
        return {"problem": "Exception while %s:\\n%s" % (where, traceback.format_exc(limit=-5).strip())}
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return {"problem": "The hook returned %.200r, which is not plain data." % (value,)}
    return {"value": value}


result = json.dumps(answer())
sys.stdout.flush()
sys.stderr.flush()
with open(call["answer"], "w", encoding="utf-8") as target:
    target.write(result)
    target.flush()
# Threads that the hook left behind do not hold us up.
os._exit(0)
`;
