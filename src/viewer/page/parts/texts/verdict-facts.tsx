import type { ComponentChildren } from "preact";

interface Props {
  judge: string;
  repetition: number;
  /** Reason why there is no valid verdict. */
  problem: string | null;
  children: ComponentChildren;
}

/** Lists what one judge said: its name, what was wrong, and the given facts. */
export function VerdictFacts({ judge, repetition, problem, children }: Props) {
  return (
    <dl class="facts">
      <div>
        <dt>judge</dt>
        <dd>
          {judge}, repetition {repetition}
        </dd>
      </div>
      {problem !== null && <div class="failure-text">{problem}</div>}
      {children}
    </dl>
  );
}
