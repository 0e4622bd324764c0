import { formatFixed } from "../../../../text/presentation/index.ts";
import type { CampaignPage } from "../../../wire/index.ts";
import { cellClass } from "../../parts/figures/marks.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";

/** Shows the mean of each dimension by subject, coloured like scores. */
export function Dimensions({ page }: { page: CampaignPage }) {
  const subjects = page.subjects.filter(({ dimensions }) => dimensions !== null);
  const names = Object.keys(subjects[0]?.dimensions ?? {});
  if (names.length === 0) return null;
  return (
    <Scrolls card label="Dimensions">
      <h2>Dimensions</h2>
      <table class="dimensions">
        <thead>
          <tr>
            <th scope="col">subject</th>
            {names.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ model_id, label, dimensions }) => (
            <tr key={model_id}>
              <th scope="row">{label}</th>
              {names.map((name) => (
                <td key={name}>
                  <span class={`${cellClass(dimensions![name]!)} wide`}>{formatFixed(dimensions![name]!, 1)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
