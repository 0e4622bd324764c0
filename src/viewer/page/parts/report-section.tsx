import type { ComponentChildren } from "preact";
import { plural } from "../../../text/presentation/index.ts";
import type { ReportSection } from "../../wire/index.ts";
import { Lines } from "./lines.tsx";
import { Scrolls } from "./tables/scrolls.tsx";

/** Longer ones open on demand. */
const MOST_OPEN = 12;
/** Tables with more columns need the full width. */
const MOST_IN_HALF = 5;

/** Shows sections of the text report side by side, followed by wide ones across the page. */
export function SectionCards({ sections, children }: { sections: ReportSection[]; children?: ComponentChildren }) {
  const cards = (own: ReportSection[]) => own.map((section) => <SectionCard section={section} key={section.title} />);
  return (
    <div class="grid">
      {cards(sections.filter((section) => !isWide(section)))}
      {children}
      {cards(sections.filter(isWide))}
    </div>
  );
}

function isWide({ table }: ReportSection): boolean {
  return (table?.head.length ?? 0) > MOST_IN_HALF;
}

/** Shows a section of the text report with the same words and figures. */
export function SectionCard({ section }: { section: ReportSection }) {
  const { title, table, lines } = section;
  const size = (table?.rows.length ?? 0) + lines.length;
  const kind = isWide(section) ? "card wide" : "card";
  if (size <= MOST_OPEN)
    return (
      <section class={kind}>
        <h2>{title}</h2>
        <SectionBody section={section} />
      </section>
    );
  return (
    <details class={kind}>
      <summary>
        <h2>{title}</h2>{" "}
        <span class="muted">{plural(table ? table.rows.length : lines.length, table ? "row" : "line")}</span>
      </summary>
      <SectionBody section={section} />
    </details>
  );
}

function SectionBody({ section: { title, table, lines } }: { section: ReportSection }) {
  const isFigure = (table?.head ?? []).map(
    (_, column) => column > 0 && table!.rows.every((row) => FIGURE.test(row[column] ?? "")),
  );
  const kind = (column: number) => (isFigure[column] ? "number" : "");
  return (
    <>
      {table && (
        <Scrolls label={title}>
          <table>
            <thead>
              <tr>
                {table.head.map((cell, column) => (
                  <th key={column} scope="col" class={kind(column)}>
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column} class={kind(column)}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      {lines.length > 0 && <Lines lines={lines} />}
    </>
  );
}

/** Matches figures, which are right-aligned. */
const FIGURE = /^(?:[[+−–-]?\s*\$?[\d.,]|–?$|none)/;
