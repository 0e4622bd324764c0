import { escapeMarkup, formatRounded } from "../../text/presentation/index.ts";

/** SVG elements. Rounds numbers to hundredths, to be independent of the engine's last digits. */

export function document(width: number, height: number, children: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, 'Helvetica Neue', Arial, sans-serif">`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...children,
    "</svg>",
    "",
  ].join("\n");
}

export function circle({ x, y, radius }: { x: number; y: number; radius: number }, { fill }: { fill: string }): string {
  return `<circle cx="${formatRounded(x)}" cy="${formatRounded(y)}" r="${formatRounded(radius)}" fill="${fill}" fill-opacity="0.42" stroke="${fill}" stroke-width="1.4"/>`;
}

export function line(
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  { stroke, width, dashes, opacity }: { stroke: string; width: number; dashes?: string; opacity?: number },
): string {
  const more = `${dashes ? ` stroke-dasharray="${dashes}"` : ""}${opacity === undefined ? "" : ` stroke-opacity="${opacity}"`}`;
  return `<line x1="${formatRounded(fromX)}" y1="${formatRounded(fromY)}" x2="${formatRounded(toX)}" y2="${formatRounded(toY)}" stroke="${stroke}" stroke-width="${width}"${more}/>`;
}

export function text(
  x: number,
  y: number,
  words: string,
  {
    size,
    fill,
    anchor,
    rotate,
    halo,
  }: { size: number; fill: string; anchor?: "middle" | "end"; rotate?: number; halo?: boolean },
): string {
  const more = [
    anchor ? ` text-anchor="${anchor}"` : "",
    rotate === undefined ? "" : ` transform="rotate(${rotate} ${formatRounded(x)} ${formatRounded(y)})"`,
    halo ? ` paint-order="stroke" stroke="#ffffff" stroke-width="3" stroke-linejoin="round" stroke-opacity="0.85"` : "",
  ].join("");
  return `<text x="${formatRounded(x)}" y="${formatRounded(y)}" font-size="${size}" fill="${fill}"${more}>${escapeMarkup(words)}</text>`;
}
