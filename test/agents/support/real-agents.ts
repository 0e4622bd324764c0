import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cannot } from "../../support/needs.ts";
import { projectRoot } from "../../support/project-root.ts";

export interface RealAgents {
  /** Everything they need, to be seen in the sandbox. */
  folder: string;
  /** The same in a container of the image. */
  folder_inside: string;
  claude: string;
  codex: string;
  gemini: string;
  /** By npm package, as the script states them. */
  versions: Record<string, string>;
  image: string;
  /** Environment for podman: it finds them through CONTAINERS_CONF. */
  env: Record<string, string | undefined>;
}

/**
 * The real Claude Code, Codex and Gemini CLI; fetched the first time, which takes half a minute. Without a network to fetch them from, null;
 * in CI that is a failure.
 */
export async function realAgents(): Promise<RealAgents | null> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/agent-programs.mjs", "--image"], {
      cwd: projectRoot,
    });
    const { containers_conf, ...found } = JSON.parse(stdout);
    return { ...found, env: { CONTAINERS_CONF: containers_conf } };
  } catch (error) {
    cannot("agents", `${(error as Error).message.trim().split("\n").at(-1)}`);
    return null;
  }
}
