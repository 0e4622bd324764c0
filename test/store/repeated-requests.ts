import type { LoggedRequest } from "./patient-stub.ts";

export interface Repetitions {
  /** How many different requests there were. */
  needed: { subject: number; judge: number };
  repeated: number;
  /** Requests in flight at the kills, all added up: so many may be repeated. */
  inFlight: number;
  /** Repetitions that no kill explains, in words. */
  paidTwice: string[];
}

type Kind = LoggedRequest["kind"];

/**
 * Which requests were made again, and whether a kill explains it.
 *
 * A request is in flight from when it is asked until its answer is stored. Of that the stub sees all but the end: the
 * time from when the answer has left to when it is read and stored depends on how busy the machine is. But the program
 * has only so many places, and gives none of them to another before the answer is stored, so at a kill no more than
 * that many can be lost, and none whose answer left long before.
 */
export function repeatedRequests(
  requests: readonly LoggedRequest[],
  kills: readonly number[],
  { places, storedWithinMs }: { places: number; storedWithinMs: number },
): Repetitions {
  const last = new Map(requests.map((request) => [nameOf(request), request]));
  const lost = requests.filter((request) => last.get(nameOf(request)) !== request);
  const paidTwice: string[] = [];
  let inFlight = 0;
  for (const kind of ["subject", "judge"] as const) {
    let from = 0;
    for (const [index, killedAt] of [...kills, Number.POSITIVE_INFINITY].entries()) {
      const ofThisProcess = (request: LoggedRequest) =>
        request.kind === kind && request.askedAt > from && request.askedAt <= killedAt;
      const unstored = requests.filter(ofThisProcess).filter(mayBeUnstored(killedAt, storedWithinMs));
      const lostHere = lost.filter(ofThisProcess);
      const stale = lostHere.filter((request) => !unstored.includes(request));
      for (const { answeredAt } of stale)
        paidTwice.push(
          `a ${kind} request that was answered ${Math.round(killedAt - answeredAt!)} ms before kill ${index + 1}`,
        );
      if (lostHere.length > places)
        paidTwice.push(`${lostHere.length} ${kind} requests at kill ${index + 1}, when ${places} could be in flight`);
      inFlight += Math.min(places, unstored.length);
      from = killedAt;
    }
  }
  const count = (kind: Kind) => [...last.values()].filter((request) => request.kind === kind).length;
  return { needed: { subject: count("subject"), judge: count("judge") }, repeated: lost.length, inFlight, paidTwice };
}

/** Unanswered at the kill, or so lately that the answer may not have been stored. The last process was not killed. */
function mayBeUnstored(killedAt: number, storedWithinMs: number): (request: LoggedRequest) => boolean {
  return ({ answeredAt }) => answeredAt === undefined || answeredAt + storedWithinMs > killedAt;
}

function nameOf({ kind, fingerprint }: LoggedRequest): string {
  return `${kind} ${fingerprint}`;
}
