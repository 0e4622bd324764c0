import { plural } from "../../../presentation/index.ts";
import type { ReportSection } from "../../wire/index.ts";
import { Scrolls } from "./scrolls.tsx";

/** More rows and lines than this are opened on demand. */
const MOST_OPEN = 12;

/** A part of the text report: the same words, the same figures. */
export function SectionCard({ section }: { section: ReportSection }) {
  const { title, table, lines } = section;
  const size = (table?.rows.length ?? 0) + lines.length;
  if (size <= MOST_OPEN)
    return (
      <section class="card">
        <h2>{title}</h2>
        <SectionBody section={section} />
      </section>
    );
  return (
    <details class="card">
      <summary>
        <h2>{title}</h2>{" "}
        <span class="muted">{plural(table ? table.rows.length : lines.length, table ? "row" : "line")}</span>
      </summary>
      <SectionBody section={section} />
    </details>
  );
}

function SectionBody({ section: { title, table, lines } }: { section: ReportSection }) {
  return (
    <>
      {table && (
        <Scrolls label={title}>
          <table>
            <thead>
              <tr>
                {table.head.map((cell, column) => (
                  <th key={column} scope="col" class={column === 0 ? "" : "number"}>
                    {cell}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, column) => (
                    <td key={column} class={column === 0 ? "" : "number"}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      {lines.length > 0 && (
        <ul class="lines">
          {lines.map((line, at) => (
            <li key={at}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
