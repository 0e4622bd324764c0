/** One line of the claims file. A token names one store that a process has opened. */
export type ClaimLine =
  | ["join", token: string, process: string, at: number]
  | ["claim", token: string, key: string, at: number]
  | ["release", token: string, key: string]
  /** Of all its claims, only these are still open: said when somebody joins a process that was alone. */
  | ["only", token: string, keys: string[]]
  /** A sign of life, for whoever cannot ask this machine. */
  | ["alive", token: string, at: number]
  | ["leave", token: string];

/** Somebody who claims questions on this store. */
export interface Claimant {
  token: string;
  /** As `nameOfThisProcess` gave it. */
  process: string;
  /** When it last said anything, in milliseconds since 1970. */
  lastSign: number;
}

/**
 * Who asks what, as the lines say in their order. The claimants of a question form a queue, and its first one asks: everybody reads the same
 * lines in the same order, so everybody agrees on who that is.
 */
export class ClaimQueues {
  private readonly claimants = new Map<string, Claimant>();
  private readonly queues = new Map<string, string[]>();
  /** Questions that somebody else was done with since `forgetEnded`: their answers may be in the store by now. */
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

  /** Forgets somebody who left or died. */
  drop(token: string): void {
    this.releaseAllBut(token, new Set());
    this.claimants.delete(token);
  }

  /** Everybody but oneself. */
  others(): Claimant[] {
    return [...this.claimants.values()].filter(({ token }) => token !== this.own);
  }

  /** Who is to ask; null when nobody claims it. */
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
