import { access } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../text/index.ts";
import { drawnByVendoredFont } from "./text-width.ts";

/** Twice the SVG's size, for dense screens and slides. */
const ZOOM = 2;

/**
 * Renders the chart as PNG with Assay's own font, to look the same on every machine; only other scripts use the system's fonts. The
 * renderer, a native module, is loaded on demand.
 */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const font = join(packageRoot(), "assets", "fonts", "Inter-Regular-subset.otf");
  // Without its font, the renderer silently omits all text.
  await access(font);
  const { Resvg } = await import("@resvg/resvg-js");
  const image = new Resvg(svg, {
    fitTo: { mode: "zoom", value: ZOOM },
    font: {
      fontFiles: [font],
      loadSystemFonts: !drawnByVendoredFont(svg),
      defaultFontFamily: "Inter",
    },
  });
  return image.render().asPng();
}
