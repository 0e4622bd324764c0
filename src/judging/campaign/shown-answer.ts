import type { RunRecord } from "../../records/index.ts";
import type { Packet } from "./packet/packet.ts";
import type { Difference } from "./recompute.ts";

/** Marks that stand where something was taken out of an answer before a judge saw it. */
const TAKEN_OUT = /\[(?:name|path) removed\]|\[redacted\]/;
/** Longer ones may be shortened, and other characters are made visible. */
const SHOWN_AS_IT_IS = /^[\n\u0020-\u007e]{0,2000}$/;

/** Whether the judges were shown the answer that the run has. Asked where an answer is shown as it is, which most are. */
export function answerDifference({ artifact }: RunRecord, { subject_response, shortened }: Packet): Difference[] {
  const { final_output, status } = artifact;
  const shown = subject_response.final_output;
  if (subject_response.status !== status)
    return [{ what: "how the run ended", stored: status, found: subject_response.status }];
  const isComparable =
    shortened.length === 0 &&
    !TAKEN_OUT.test(shown ?? "") &&
    SHOWN_AS_IT_IS.test(final_output ?? "") &&
    SHOWN_AS_IT_IS.test(shown ?? "");
  if (!isComparable || shown === final_output) return [];
  return [{ what: "the answer that the judges were shown", stored: String(final_output), found: String(shown) }];
}
