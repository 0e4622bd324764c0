import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Lock, takeLock } from "../files/lock.ts";
import { nameOfThisProcess, presenceOf } from "../files/process-name.ts";
import { type Claimant, type ClaimLine, ClaimQueues } from "./claim-queues.ts";
import { type ClaimsFile, openClaimsFile } from "./claims-file.ts";

/** Membership of an opened store in the claims file. */
export interface Membership {
  readonly token: string;
  readonly queues: ClaimQueues;
  /** Appends a line, after reading others' lines. False if the file is gone: join again. */
  say(line: ClaimLine): boolean;
  /** Reads and returns others' new lines. */
  listen(): ClaimLine[];
  /** Removes claimants that died, and those on other machines without a recent heartbeat. */
  dropTheDead(): void;
  leave(): Promise<void>;
}

/** A claimant on another machine is given up after this long without a line. */
const SILENT_SECONDS = 120;
const SIGN_OF_LIFE_SECONDS = 30;
/** Joining and leaving take a millisecond; a longer wait means that the lock's holder was stopped. */
const LOCK_ATTEMPTS = 2_000;

/**
 * Joins the claimants of a store. Joining and leaving exclude each other, so that the last to leave can remove the file, and the first to
 * join can clean up after killed processes.
 */
export async function joinClaims(path: string): Promise<Membership> {
  mkdirSync(dirname(path), { recursive: true });
  const lock = await lockOf(path);
  try {
    if (lock && isAbandoned(path)) rmSync(path, { force: true });
    return join(path);
  } finally {
    lock?.release();
  }
}

function join(path: string): Membership {
  const token = randomBytes(8).toString("hex");
  const file = openClaimsFile(path);
  const queues = new ClaimQueues(token);
  const takeIn = (lines: ClaimLine[]) => {
    for (const line of lines) queues.take(line);
    return lines;
  };
  takeIn(file.append(["join", token, nameOfThisProcess(), Date.now()]));
  const sign = setInterval(() => trySaying(file, ["alive", token, Date.now()], takeIn), SIGN_OF_LIFE_SECONDS * 1000);
  sign.unref();
  return {
    token,
    queues,
    say(line) {
      takeIn(file.append(line));
      return !file.isRemoved();
    },
    listen: () => takeIn(file.news()),
    dropTheDead: () => dropTheDead(queues),
    async leave() {
      clearInterval(sign);
      trySaying(file, ["leave", token], takeIn);
      const lock = await lockOf(path).catch(() => null);
      takeIn(file.news());
      dropTheDead(queues);
      if (lock && queues.others().length === 0 && !file.isRemoved()) rmSync(path, { force: true });
      lock?.release();
      file.close();
    },
  };
}

/** Writes a line that others can do without, as they can check the machine instead. */
function trySaying(file: ClaimsFile, line: ClaimLine, takeIn: (lines: ClaimLine[]) => void): void {
  try {
    takeIn(file.append(line));
  } catch {
    // The disk is full or outputs/ was removed; the next store operation reports it.
  }
}

/** Returns whether all claimants in the file are dead. */
function isAbandoned(path: string): boolean {
  const file = openClaimsFile(path);
  try {
    const queues = new ClaimQueues("");
    for (const line of file.news()) queues.take(line);
    dropTheDead(queues);
    return queues.others().length === 0;
  } finally {
    file.close();
  }
}

function dropTheDead(queues: ClaimQueues): void {
  for (const claimant of queues.others()) if (!isThere(claimant)) queues.drop(claimant.token);
}

function isThere({ process, lastSign }: Claimant): boolean {
  const presence = presenceOf(process);
  if (presence !== "elsewhere") return presence === "running";
  return Date.now() - lastSign < SILENT_SECONDS * 1000;
}

async function lockOf(path: string): Promise<Lock | null> {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
    const locked = takeLock(lockPath(path));
    if (locked.ok) return locked.lock;
    await wait(5);
  }
  return null;
}

const lockPath = (path: string) => `${path}.lock`;
