import type { LoggedRequest } from "./patient-stub.ts";

export interface Repetitions {
  /** How many different requests there were. */
  needed: { subject: number; judge: number };
  repeated: number;
  /** Requests that could be in flight at the kills, all added up: so many may be repeated. */
  inFlight: number;
  /** Repetitions that no kill explains, in words. */
  paidTwice: string[];
}

/**
 * Which requests were made again, and whether a kill explains it.
 *
 * A request is in flight from when it is asked until its answer is stored. The stub does not see when that is, but a process has only so
 * many places, and gives none of them to another request before the answer is stored. So a kill explains that as many requests of that process
 * are repeated as it had places, and a process that was not killed explains none.
 */
export function repeatedRequests(requests: readonly LoggedRequest[], places: number): Repetitions {
  const last = new Map(requests.map((request) => [nameOf(request), request]));
  const lost = requests.filter((request) => last.get(nameOf(request)) !== request);
  const lastProcess = Math.max(...requests.map(({ process }) => process));
  const paidTwice: string[] = [];
  let inFlight = 0;
  for (const kind of ["subject", "judge"] as const)
    for (let process = 1; process <= lastProcess; process += 1) {
      const own = (request: LoggedRequest) => request.kind === kind && request.process === process;
      const mayBeLost = process === lastProcess ? 0 : Math.min(places, requests.filter(own).length);
      const lostHere = lost.filter(own).length;
      inFlight += mayBeLost;
      if (lostHere > mayBeLost)
        paidTwice.push(`${lostHere} ${kind} requests of process ${process}, which could have ${mayBeLost} in flight`);
    }
  const count = (kind: LoggedRequest["kind"]) => [...last.values()].filter((request) => request.kind === kind).length;
  return { needed: { subject: count("subject"), judge: count("judge") }, repeated: lost.length, inFlight, paidTwice };
}

function nameOf({ kind, fingerprint }: LoggedRequest): string {
  return `${kind} ${fingerprint}`;
}
