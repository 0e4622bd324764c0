import { formatCount, formatRounded } from "../../../../text/presentation/index.ts";

/** Draws a histogram with a bar per group. Counts are written beside the bars. */
export function Distribution(props: {
  rows: { score: number; counts: number[] }[];
  groups: readonly string[];
  caption: string;
}) {
  const { rows, groups, caption } = props;
  const most = Math.max(1, ...rows.flatMap(({ counts }) => counts));
  if (rows.length === 0) return null;
  return (
    <table class="distribution">
      <caption class="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" class="number">
            score
          </th>
          {groups.map((group) => (
            <th scope="col" key={group}>
              {group}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ score, counts }) => (
          <tr key={score}>
            <th scope="row" class="number">
              {formatRounded(score)}
            </th>
            {counts.map((count, at) => (
              <td key={groups[at]}>
                <span class="bar">
                  <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                    <rect x="0" y="0" width={(count / most) * 100} height="12" />
                  </svg>
                  <span class="number">{formatCount(count)}</span>
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
