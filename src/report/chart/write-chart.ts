import { access, readFile, rm } from "node:fs/promises";
import type { JudgedCampaign } from "../../records/index.ts";
import { writeFileAtomic } from "../../store/index.ts";
import { chartContent } from "./chart-points.ts";
import { renderPng } from "./render-png.ts";
import { renderChartSvg } from "./render-svg.ts";

export interface WrittenPicture {
  svg: string;
  /** Null where the picture could not be drawn; `problem` says why. */
  png: string | null;
  problem: string | null;
}

export interface WrittenChart extends WrittenPicture {
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
  // A picture of an older drawing must not be taken for this one's.
  await rm(`${base}.png`, { force: true });
  await writeFileAtomic(`${base}.svg`, svg);
  try {
    await writeFileAtomic(`${base}.png`, await renderPng(svg));
  } catch (error) {
    // The renderer is a native module that some platforms lack; a campaign that was paid for must not fail on its picture.
    return { ...written, png: null, problem: `no PNG could be drawn: ${(error as Error).message}` };
  }
  return { ...written, png: `${base}.png`, problem: null };
}

/** The same chart is there already: drawing it again would take longer than the report. */
async function isDrawn(base: string, svg: string): Promise<boolean> {
  try {
    await access(`${base}.png`);
    return (await readFile(`${base}.svg`, "utf8")) === svg;
  } catch {
    return false;
  }
}
