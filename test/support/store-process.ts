import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { projectRoot } from "./project-root.ts";

let bundled: Promise<string> | null = null;

/** The store as one file that a process of its own can import; Node does not read TypeScript yet. */
export function storeBundle(): Promise<string> {
  bundled ??= bundle();
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

async function bundle(): Promise<string> {
  // Outside of the project, where other users may read it too.
  const folder = mkdtempSync(join(tmpdir(), "assay-store-bundle-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const built = await rolldown({
    input: join(projectRoot, "src/store/index.ts"),
    platform: "node",
    external: (id) => id.startsWith("node:"),
  });
  await built.write({ file: join(folder, "store.mjs"), format: "esm", codeSplitting: false });
  await built.close();
  return join(folder, "store.mjs");
}
