import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { projectRoot } from "./project-root.ts";

/**
 * A module of ours with all that it imports as one file that a process of its own can import; Node does not read TypeScript yet.
 *
 * @param path relative to the project
 */
export async function bundle(path: string, { inProject = false } = {}): Promise<string> {
  // Outside of the project other users may read it too; inside it finds what the package ships.
  const parent = inProject ? join(projectRoot, ".cache") : tmpdir();
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "assay-bundle-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const built = await rolldown({
    input: join(projectRoot, path),
    platform: "node",
    external: (id) => (inProject ? !/^[./]/.test(id) : id.startsWith("node:")),
  });
  const file = join(folder, "bundle.mjs");
  await built.write({ file, format: "esm", codeSplitting: false });
  await built.close();
  return file;
}
