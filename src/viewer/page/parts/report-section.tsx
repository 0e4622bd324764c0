import type { ReportSection } from "../../wire/index.ts";
import { Scrolls } from "./scrolls.tsx";

/** A part of the text report: the same words, the same figures. */
export function SectionCard({ section }: { section: ReportSection }) {
  const { title, table, lines } = section;
  return (
    <section class="card">
      <h2>{title}</h2>
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
    </section>
  );
}
