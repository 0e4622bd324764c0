import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { sha256OfFile } from "../../files/index.ts";
import { type FoundImage, type ImageChoice, onPath, PATH_INSIDE } from "../../sandbox/index.ts";
import { canonicalHash, jsonObjectOrNull } from "../../text/index.ts";

/** An agent's program on this machine, used without an image. */
export interface ProgramSetting {
  /** Name or absolute path. */
  program: string;
  /** Colon-separated search path; the sandbox's own PATH if omitted. */
  path: string | undefined;
}

/**
 * Identifies the program without running it: the file by its content, and the version of its npm package. Replaces the image in
 * the identity of trials, so that a new version is run again.
 */
export async function findProgram({ program, path = PATH_INSIDE }: ProgramSetting): Promise<ImageChoice> {
  const found = onPath(program, { PATH: path });
  if (found === null) {
    const where = isAbsolute(program) ? "there" : `on the sandbox's PATH (${path})`;
    const problem = `no program \`${program}\` is ${where}; install it, give \`program\` as an absolute path, or name an \`image\` in agent.yaml`;
    return { ok: false, problem };
  }
  try {
    const file = realpathSync(found);
    const installed = await packageOf(file);
    const id = canonicalHash({ file: await sha256OfFile(file), package: installed });
    const image: FoundImage = { name: found, id, digests: installed ? [`${installed.name}@${installed.version}`] : [] };
    return { ok: true, image };
  } catch (error) {
    return { ok: false, problem: `${found} cannot be read: ${(error as Error).message}` };
  }
}

/** The package of a file, by the nearest package.json above it that has a version. */
async function packageOf(file: string): Promise<{ name: string; version: string } | null> {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => null);
    const described = text === null ? null : jsonObjectOrNull(text);
    if (typeof described?.version === "string" && typeof described.name === "string")
      return { name: described.name, version: described.version };
  }
  return null;
}
