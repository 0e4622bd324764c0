import { access } from "node:fs/promises";
import { join } from "node:path";
import { packageRoot } from "../../text/index.ts";
import { drawnByVendoredFont } from "./text-width.ts";

/** Twice the size of the SVG, so that it is sharp on dense screens and in slides. */
const ZOOM = 2;

/**
 * The chart as PNG. Drawn with the font that Assay ships, so that it looks the same on every machine; only labels in a script it
 * lacks make it look at the system's fonts. The renderer is loaded when it is needed: it is a native module.
 */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const font = join(packageRoot(), "assets", "fonts", "Inter-Regular-subset.otf");
  // Without its font the renderer would leave out all text and say nothing.
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
