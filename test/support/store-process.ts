import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { bundle } from "./bundle.ts";

let bundled: Promise<string> | null = null;

/** The store as one file that a process of its own can import; Node does not read TypeScript yet. */
export function storeBundle(): Promise<string> {
  bundled ??= bundle("src/store/index.ts");
  return bundled;
}

/**
 * A process with the store in it.
 *
 * @param script the body of a module that knows `openStore`, `mergeStores`, `outputs`, and `say`, which prints before it returns
 */
export async function startWithStore(
  outputs: string,
  script: string,
  { wrap = [] as string[], uid = undefined as number | undefined } = {},
): Promise<StoreProcess> {
  const module = `import { writeSync } from "node:fs";
    import { openStore, mergeStores } from ${JSON.stringify(`file://${await storeBundle()}`)};
    const outputs = ${JSON.stringify(outputs)};
    const say = (text) => writeSync(1, text + "\\n");
    ${script}`;
  const [command, ...words] = [...wrap, process.execPath, "--input-type=module", "-e", module];
  const child = spawn(command!, words, { uid, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let complaints = "";
  child.stdout.on("data", (bytes) => (said += bytes));
  child.stderr.on("data", (bytes) => (complaints += bytes));
  return {
    child,
    said: () => said,
    ended: once(child, "close").then(([code, signal]) => ({ code, signal, said, complaints })),
  };
}

export interface StoreProcess {
  child: ChildProcess;
  said(): string;
  ended: Promise<{ code: number | null; signal: string | null; said: string; complaints: string }>;
}
