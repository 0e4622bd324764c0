import type { RawPage } from "../../../wire/index.ts";
import { Scrolls } from "../tables/scrolls.tsx";
import { LongText } from "./long-text.tsx";

/** Shows all answers of each call, including those that broke the contract. */
export function RawAnswers({ calls }: Pick<RawPage, "calls">) {
  if (calls.length === 0) return <p class="empty">No judge was asked.</p>;
  return (
    <>
      {calls.map(({ judge, repetition, attempts }) =>
        attempts.map(({ status, answer, violations, facts, follow_up }, at) => (
          <details key={`${judge}-${repetition}-${at}`} open={calls.length === 1}>
            <summary>
              {judge}, repetition {repetition}, attempt {at + 1}:{" "}
              {violations.length > 0 ? "broke the contract" : status} <span class="muted">{facts}</span>
            </summary>
            {follow_up.length > 0 && <p class="muted small">{follow_up.at(-1)}</p>}
            {violations.map((violation) => (
              <p class="failure-text small" key={violation}>
                {violation}
              </p>
            ))}
            <Scrolls label={`Answer of ${judge}, repetition ${repetition}, attempt ${at + 1}`}>
              <pre class="raw">
                <LongText text={answer} />
              </pre>
            </Scrolls>
          </details>
        )),
      )}
    </>
  );
}

/** Indents JSON for reading; the original has no spaces or line breaks. */
export function prettyJson(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
