import { answerMalformed, readMalformed } from "./malformed-answers.ts";
import { PROTOCOLS } from "./protocols.ts";
import type { TortureRow } from "./torture.ts";

export async function* tortureWithMalformedAnswers(): AsyncIterable<TortureRow> {
  for (const malformed of readMalformed())
    for (const protocol of PROTOCOLS) {
      const spoiled = malformed.values.map((value) => ({ malformed, value }));
      const remarks = await answerMalformed(spoiled, protocol);
      const held = Math.max(0, spoiled.length - remarks.length);
      yield { what: `${malformed.name} for ${protocol}`, attempts: spoiled.length, held, remarks };
    }
}
