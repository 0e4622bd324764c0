/** Line of the claims file. A token names one store opened by a process. */
export type ClaimLine =
  | ["join", token: string, process: string, at: number]
  | ["claim", token: string, key: string, at: number]
  | ["release", token: string, key: string]
  /** Lists the only claims still open: written when another process joins one that was alone. */
  | ["only", token: string, keys: string[]]
  /** Heartbeat, for processes on other machines. */
  | ["alive", token: string, at: number]
  | ["leave", token: string];

/** Opened store that claims questions. */
export interface Claimant {
  token: string;
  /** As returned by `nameOfThisProcess`. */
  process: string;
  /** Time of its last line, in milliseconds since 1970. */
  lastSign: number;
}

/**
 * Queues of claims in the order of lines. The first claimant of a question asks it. All processes read the same lines in the same order,
 * and so agree.
 */
export class ClaimQueues {
  private readonly claimants = new Map<string, Claimant>();
  private readonly queues = new Map<string, string[]>();
  /** Questions that others finished since `forgetEnded`, whose answers may be in the store. */
  private readonly ended = new Set<string>();

  constructor(private readonly own: string) {}

  take(line: ClaimLine): void {
    const [what, token] = line;
    if (what === "join") this.claimants.set(token, { token, process: line[2], lastSign: line[3] });
    const claimant = this.claimants.get(token);
    if (!claimant) return;
    if (what === "claim") this.claim(claimant, line[2], line[3]);
    else if (what === "release") this.release(token, line[2]);
    else if (what === "only") this.releaseAllBut(token, new Set(line[2]));
    else if (what === "alive") claimant.lastSign = line[2];
    else if (what === "leave") this.drop(token);
  }

  /** Removes a claimant that left or died. */
  drop(token: string): void {
    this.releaseAllBut(token, new Set());
    this.claimants.delete(token);
  }

  /** Lists the other claimants. */
  others(): Claimant[] {
    return [...this.claimants.values()].filter(({ token }) => token !== this.own);
  }

  /** Returns the claimant that asks a question; null without claims. */
  firstOf(key: string): Claimant | null {
    const [first] = this.queues.get(key) ?? [];
    return first === undefined ? null : this.claimants.get(first)!;
  }

  isOwn(key: string): boolean {
    return this.queues.get(key)?.[0] === this.own;
  }

  mayBeAnswered(key: string): boolean {
    return this.ended.has(key);
  }

  forgetEnded(): void {
    this.ended.clear();
  }

  private claim(claimant: Claimant, key: string, at: number): void {
    claimant.lastSign = at;
    const queue = this.queues.get(key);
    if (!queue) this.queues.set(key, [claimant.token]);
    else if (!queue.includes(claimant.token)) queue.push(claimant.token);
  }

  private release(token: string, key: string): void {
    const queue = this.queues.get(key);
    const place = queue?.indexOf(token) ?? -1;
    if (place === -1) return;
    queue!.splice(place, 1);
    if (queue!.length === 0) this.queues.delete(key);
    if (token !== this.own) this.ended.add(key);
  }

  private releaseAllBut(token: string, keys: ReadonlySet<string>): void {
    for (const [key, queue] of [...this.queues]) if (queue.includes(token) && !keys.has(key)) this.release(token, key);
  }
}
