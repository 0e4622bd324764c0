import { randomBytes } from "node:crypto";
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { isProcessAlive, processStart } from "../../temporary/index.ts";

/** Who holds a lock; the content of the lock file. */
export interface LockHolder {
  pid: number;
  host: string;
  since: string;
  /** When the process started, as the system counts it: tells a reused pid from the process that took the lock. */
  process_start: string | null;
  token: string;
}

export type LockOutcome =
  /** `dead` held it before and ended without releasing it. */
  { ok: true; lock: Lock; dead: LockHolder | null } | { ok: false; holder: LockHolder };

export interface Lock {
  release(): void;
}

/** A lock of another machine is given up when it has not been refreshed for so long. */
const FOREIGN_LOCK_SECONDS = 120;
const REFRESH_SECONDS = 15;
/** Taking over a dead process' lock needs microseconds; a guard this old was left by a process that died in them. */
const GUARD_SECONDS = 10;

/**
 * Takes the lock at `path`, or says who has it. A lock whose process is dead is taken over. The file appears with its
 * content in one step (a hard link), so nobody ever reads half of it.
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
  let dead: LockHolder | null = null;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if (linkNew(path, mine)) return { ok: true, lock: held(path, mine.token), dead };
    const holder = readHolder(path);
    if (holder === "gone") continue;
    if (holder !== "unreadable" && isAlive(holder, path)) return { ok: false, holder };
    dead = holder === "unreadable" ? null : holder;
    takeOver(path, dead?.token ?? null);
  }
  const holder = readHolder(path);
  return { ok: false, holder: typeof holder === "string" ? { ...mine, pid: 0, host: "unknown" } : holder };
}

function held(path: string, token: string): Lock {
  const refresh = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder was removed under us; the next write says so better than a timer can.
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

/** One listener for all locks: Node warns of eleven, and a panel of judges can be larger. */
const heldLocks = new Set<() => void>();
let listensForExit = false;

function releaseAll(): void {
  for (const release of heldLocks) release();
}

function linkNew(path: string, holder: LockHolder): boolean {
  const temporary = `${path}.${holder.pid}.${holder.token}.tmp`;
  const file = openSync(temporary, "wx");
  try {
    writeSync(file, `${JSON.stringify(holder)}\n`);
    closeSync(file);
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
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
  try {
    const holder = JSON.parse(text) as Partial<LockHolder> | null;
    if (typeof holder?.pid === "number" && typeof holder.host === "string" && typeof holder.token === "string")
      return holder as LockHolder;
  } catch {
    // Not JSON: nobody can be asked whether they are alive.
  }
  return "unreadable";
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

/** Removes the dead process' lock. Only one process at a time may, or two could each remove the other's new lock. */
function takeOver(path: string, deadToken: string | null): void {
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageOf(guard) > GUARD_SECONDS) rmdirIfThere(guard);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    return;
  }
  try {
    const holder = readHolder(path);
    const stillTheDeadOne =
      holder === "unreadable" ? deadToken === null : holder !== "gone" && holder.token === deadToken;
    if (stillTheDeadOne) unlinkIfThere(path);
  } finally {
    rmdirIfThere(guard);
  }
}

function ageOf(path: string): number {
  try {
    return (Date.now() - statSync(path).mtimeMs) / 1000;
  } catch {
    return 0;
  }
}

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

function rmdirIfThere(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Somebody else removed it first.
  }
}
