import type { Bounds } from "./processes/supervise.ts";
import type { Sandbox, SandboxCommand } from "./types.ts";

/** Working directory of commands, in every sandbox that can arrange it. */
export const INSIDE_WORKSPACE = "/workspace";
export const INSIDE_TMP = "/tmp";

/**
 * True when a command sees its folders as /workspace and /tmp, and its readable paths under `inside`; false when the system
 * cannot give it its own view and it sees the host's paths.
 */
export function hasOwnView({ kind }: Sandbox): boolean {
  return kind === "bubblewrap" || kind === "namespaces" || kind === "container";
}

/** Largest file a command may write: a full disk would affect everything else. */
export const FILE_SIZE_LIMIT = 256 * 1024 * 1024;

/** The limits imposed on a command from outside. */
export function boundsOf({ limits, stdin, attach, signal, workspace, tmp }: SandboxCommand): Bounds {
  return { limits, stdin, attach, signal, folders: [workspace, tmp] };
}

/** The program path of a command. */
export const PATH_INSIDE = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The complete environment of a sandboxed command; callers add variables by name. */
export function insideEnvironment(added: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: PATH_INSIDE,
    HOME: INSIDE_WORKSPACE,
    USER: "sandbox",
    LANG: "C.UTF-8",
    TERM: "dumb",
    TMPDIR: INSIDE_TMP,
    ...added,
  };
}
