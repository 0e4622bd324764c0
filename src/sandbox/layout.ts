import type { Bounds } from "./processes/supervise.ts";
import type { Sandbox, SandboxCommand } from "./types.ts";

/** Where a command finds itself, in every sandbox that can arrange it. */
export const INSIDE_WORKSPACE = "/workspace";
export const INSIDE_TMP = "/tmp";

/**
 * True when a command sees its folders as /workspace and /tmp, and what it may read under `inside`; false when the
 * system has no way to give it a view of its own and it sees the host's paths.
 */
export function hasOwnView({ kind }: Sandbox): boolean {
  return kind === "bubblewrap" || kind === "namespaces" || kind === "container";
}

/** No single file may grow beyond this: a full disk would hurt everybody else. */
export const FILE_SIZE_LIMIT = 256 * 1024 * 1024;

/** What a command is held to from outside. */
export function boundsOf({ limits, stdin, attach, signal, workspace, tmp }: SandboxCommand): Bounds {
  return { limits, stdin, attach, signal, folders: [workspace, tmp] };
}

/** Where a command finds its programs. */
export const PATH_INSIDE = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** The whole environment of a sandboxed command, apart from what the caller adds by name. */
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
