import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Lock, takeLock } from "../files/lock.ts";
import { nameOfThisProcess, presenceOf } from "../files/process-name.ts";
import { type Claimant, type ClaimLine, ClaimQueues } from "./claim-queues.ts";
import { type ClaimsFile, openClaimsFile } from "./claims-file.ts";

/** One store's part in the claims file: what it has read there, and its way to write. */
export interface Membership {
  readonly token: string;
  readonly queues: ClaimQueues;
  /** Appends a line, and takes in whatever others appended before it. False when the file is gone: join again. */
  say(line: ClaimLine): boolean;
  /** Takes in what others appended; gives what is new. */
  listen(): ClaimLine[];
  /** Forgets everybody who is dead, and whoever is elsewhere and gave no sign for too long. */
  dropTheDead(): void;
  leave(): Promise<void>;
}

/** Whoever cannot be asked whether it lives is given up when it has said nothing for so long. */
const SILENT_SECONDS = 120;
const SIGN_OF_LIFE_SECONDS = 30;
/** Joining and leaving take a millisecond; whoever waits longer for their lock waits for somebody who was stopped. */
const LOCK_ATTEMPTS = 2_000;

/**
 * Joins those who claim questions on a store. Joining and leaving exclude each other, so that the last one to leave can remove the file, and
 * the first one to come can put away what killed processes left.
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

/** A sentence that others can do without: they ask the machine when it is missing. */
function trySaying(file: ClaimsFile, line: ClaimLine, takeIn: (lines: ClaimLine[]) => void): void {
  try {
    takeIn(file.append(line));
  } catch {
    // The disk is full, or outputs/ was removed; what is stored next says so better.
  }
}

/** Whether everybody who is in the file has died. */
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
