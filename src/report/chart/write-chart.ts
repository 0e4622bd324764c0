import type { CampaignResult } from "../../judging/index.ts";
import { writeFileAtomic } from "../../store/index.ts";
import { chartContent } from "./chart-points.ts";
import { renderPng } from "./render-png.ts";
import { renderChartSvg } from "./render-svg.ts";

export interface WrittenChart {
  svg: string;
  png: string;
  /** Bubbles that were drawn. */
  models: number;
}

/**
 * Writes the score/cost chart of a campaign as `<path>.svg` and `<path>.png`; an ending .svg or .png of the path is
 * understood.
 *
 * @example await writeChart(result, { path: "outputs/chart", footnote: "prices of 1 May" })
 */
export async function writeChart(
  result: CampaignResult,
  { path, footnote }: { path: string; footnote?: string },
): Promise<WrittenChart> {
  const base = path.replace(/\.(svg|png)$/i, "");
  const content = chartContent(result);
  const svg = renderChartSvg(content, footnote);
  await writeFileAtomic(`${base}.svg`, svg);
  await writeFileAtomic(`${base}.png`, await renderPng(svg));
  return { svg: `${base}.svg`, png: `${base}.png`, models: content.points.length };
}
