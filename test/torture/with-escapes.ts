import { tmpdir } from "node:os";
import { ATTACKED, attempt, openAttacked, readEscapes } from "./escapes.ts";
import type { TortureRow } from "./torture.ts";

/** Timing decides some of them, so each is tried several times. */
const TIMES = 5;

export async function* tortureWithEscapes(): AsyncIterable<TortureRow> {
  for (const kind of ATTACKED) {
    const sandbox = await openAttacked(kind);
    if (sandbox === null) {
      yield { what: kind, attempts: 0, held: 0, remarks: ["this sandbox does not work here"] };
      continue;
    }
    for (const attempted of readEscapes()) {
      if (attempted.only_in && !attempted.only_in.includes(kind)) continue;
      const row: TortureRow & { remarks: string[] } = {
        what: `${attempted.name} in ${kind}`,
        attempts: 0,
        held: 0,
        remarks: [],
      };
      for (let time = 0; time < TIMES; time++) {
        const result = await attempt(attempted, sandbox, tmpdir());
        if (result.state === "skipped") {
          row.remarks = [`needs ${result.needs}`];
          break;
        }
        row.attempts += 1;
        if (result.state === "held") row.held += 1;
        else row.remarks.push(result.how);
      }
      yield row;
    }
  }
}
