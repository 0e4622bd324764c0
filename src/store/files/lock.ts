import { randomBytes } from "node:crypto";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { isProcessAlive, processStart } from "../../files/index.ts";
import { jsonOrNull } from "../../text/index.ts";

/** Holder of a lock; the lock file's content. */
export interface LockHolder {
  pid: number;
  host: string;
  since: string;
  /** System's start time of the process, to recognise a reused pid. */
  process_start: string | null;
  token: string;
}

export type LockOutcome =
  /** `dead` ended without releasing the lock. */
  { ok: true; lock: Lock; dead: LockHolder | null } | { ok: false; holder: LockHolder };

export interface Lock {
  release(): void;
}

/** A lock of another machine expires after this long without refresh. */
const FOREIGN_LOCK_SECONDS = 120;
const REFRESH_SECONDS = 15;

/**
 * Takes the lock at `path`, or returns its holder. Takes over from dead processes. The file appears with its content in one step (a hard
 * link), so it is never read half-written.
 */
export function takeLock(path: string, now: Date = new Date()): LockOutcome {
  mkdirSync(dirname(path), { recursive: true });
  const mine: LockHolder = {
    pid: process.pid,
    host: hostname(),
    since: now.toISOString(),
    process_start: processStart(process.pid),
    token: randomBytes(8).toString("hex"),
  };
  for (;;) {
    if (linkNew(path, mine)) return { ok: true, lock: held(path, mine.token), dead: null };
    const holder = readHolder(path);
    if (holder === "gone") continue;
    if (holder !== "unreadable" && isAlive(holder, path)) return { ok: false, holder };
    const rival = succeed(path, holder, mine);
    if (rival === "mine")
      return { ok: true, lock: held(path, mine.token), dead: holder === "unreadable" ? null : holder };
    if (rival !== "another process was quicker") return { ok: false, holder: rival };
  }
}

/**
 * Takes over from a dead holder. Two processes must not do this at once, or each would remove the other's new lock: a file beside the lock,
 * named after the dead holder, grants the right to do it. A process that dies with this right is succeeded in the same way, so no death
 * blocks others.
 */
function succeed(
  path: string,
  dead: LockHolder | "unreadable",
  mine: LockHolder,
): "mine" | "another process was quicker" | LockHolder {
  let right: string;
  for (let before = tokenOf(dead); ; ) {
    right = `${path}.after-${before}`;
    if (linkNew(right, mine)) break;
    const rival = readHolder(right);
    if (rival === "gone") return "another process was quicker";
    if (rival !== "unreadable" && isAlive(rival, right)) return rival;
    before = rival === "unreadable" ? `${before}-unreadable` : tokenOf(rival);
  }
  try {
    const now = readHolder(path);
    if (now === "gone" || tokenOf(now) !== tokenOf(dead)) return "another process was quicker";
    replaceBy(path, mine);
    removeSpentRights(path, mine);
    return "mine";
  } finally {
    unlinkIfThere(right);
  }
}

/** Removes rights to succeed holders that are no longer the last. */
function removeSpentRights(path: string, mine: LockHolder): void {
  const rights = `${basename(path)}.after-`;
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(rights) && name !== `${rights}${mine.token}`) unlinkIfThere(join(dirname(path), name));
}

function tokenOf(holder: LockHolder | "unreadable"): string {
  return holder === "unreadable" || !/^[\w-]{1,64}$/.test(holder.token) ? "unreadable" : holder.token;
}

/** Returns the living holder of a lock without taking it; otherwise null. */
export function lockHolder(path: string): LockHolder | null {
  const holder = readHolder(path);
  return typeof holder !== "string" && isAlive(holder, path) ? holder : null;
}

function held(path: string, token: string): Lock {
  const refresh = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder was removed; the next write reports it better.
    }
  }, REFRESH_SECONDS * 1000);
  refresh.unref();
  const release = () => {
    clearInterval(refresh);
    heldLocks.delete(release);
    const holder = readHolder(path);
    if (typeof holder !== "string" && holder.token === token) unlinkIfThere(path);
  };
  if (!listensForExit) process.on("exit", releaseAll);
  listensForExit = true;
  heldLocks.add(release);
  return { release };
}

/** A single listener for all locks: Node warns of eleven, and a panel of judges can be larger. */
const heldLocks = new Set<() => void>();
let listensForExit = false;

function releaseAll(): void {
  for (const release of heldLocks) release();
}

/** Returns whether the file was created. */
function linkNew(path: string, holder: LockHolder): boolean {
  try {
    withContent(path, holder, (temporary) => linkSync(temporary, path));
    return true;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // A quicker successor swept the temporary file away with the spent rights.
    if (code === "ENOENT" && syscall === "link") return false;
    throw error;
  }
}

function replaceBy(path: string, holder: LockHolder): void {
  withContent(path, holder, (temporary) => renameSync(temporary, path));
}

function withContent(path: string, holder: LockHolder, put: (temporary: string) => void): void {
  const temporary = `${path}.${holder.pid}.${holder.token}.tmp`;
  const file = openSync(temporary, "wx");
  try {
    writeSync(file, `${JSON.stringify(holder)}\n`);
    closeSync(file);
    put(temporary);
  } finally {
    unlinkIfThere(temporary);
  }
}

function readHolder(path: string): LockHolder | "gone" | "unreadable" {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "gone";
    throw error;
  }
  const holder = jsonOrNull(text) as Partial<LockHolder> | null;
  const isWhole =
    typeof holder?.pid === "number" && typeof holder.host === "string" && typeof holder.token === "string";
  return isWhole ? (holder as LockHolder) : "unreadable";
}

function isAlive(holder: LockHolder, path: string): boolean {
  if (holder.host !== hostname()) {
    try {
      return Date.now() - statSync(path).mtimeMs < FOREIGN_LOCK_SECONDS * 1000;
    } catch {
      return false;
    }
  }
  if (!isProcessAlive(holder.pid)) return false;
  return holder.process_start === null || processStart(holder.pid) === holder.process_start;
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
