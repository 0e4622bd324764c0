import { access, readFile, rm } from "node:fs/promises";
import type { JudgedCampaign } from "../../records/index.ts";
import { writeFileAtomic } from "../../store/index.ts";
import { chartContent } from "./chart-points.ts";
import { renderPng } from "./render-png.ts";
import { renderChartSvg } from "./render-svg.ts";

export interface WrittenPicture {
  svg: string;
  /** Null if the picture could not be drawn; `problem` explains. */
  png: string | null;
  problem: string | null;
}

export interface WrittenChart extends WrittenPicture {
  /** Number of bubbles. */
  models: number;
}

/**
 * Writes a campaign's score/cost chart as `<path>.svg` and `<path>.png`, ignoring either extension in the path.
 *
 * @example await writeChart(result, { path: "outputs/chart", footnote: "prices of 1 May" })
 */
export async function writeChart(
  result: JudgedCampaign,
  { path, footnote }: { path: string; footnote?: string },
): Promise<WrittenChart> {
  const content = chartContent(result);
  return { ...(await writePicture(path, renderChartSvg(content, footnote))), models: content.points.length };
}

/** Writes a drawing as `<path>.svg` and `<path>.png`. */
export async function writePicture(path: string, svg: string): Promise<WrittenPicture> {
  const base = path.replace(/\.(svg|png)$/i, "");
  const written = { svg: `${base}.svg` };
  if (await isDrawn(base, svg)) return { ...written, png: `${base}.png`, problem: null };
  // Remove an outdated picture in case drawing fails.
  await rm(`${base}.png`, { force: true });
  await writeFileAtomic(`${base}.svg`, svg);
  try {
    await writeFileAtomic(`${base}.png`, await renderPng(svg));
  } catch (error) {
    // Some platforms lack the native renderer, which must not fail a campaign that was paid for.
    return { ...written, png: null, problem: `no PNG could be drawn: ${(error as Error).message}` };
  }
  return { ...written, png: `${base}.png`, problem: null };
}

/** Returns whether the chart exists already: drawing takes longer than the report. */
async function isDrawn(base: string, svg: string): Promise<boolean> {
  try {
    await access(`${base}.png`);
    return (await readFile(`${base}.svg`, "utf8")) === svg;
  } catch {
    return false;
  }
}
