import { createHash } from "node:crypto";
import { escapeMarkup } from "../../text/presentation/index.ts";
import type { NamedChunk } from "../data/trial-chunks.ts";
import type { PageAssets } from "./assets.ts";

/** Content security policy: nothing is loaded from or sent elsewhere, and a subject's text cannot become a script. */
export function contentPolicy({ scripts, styles, live }: { scripts: string; styles: string; live: boolean }): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    `font-src ${styles === "'self'" ? "'self'" : "data:"}`,
    "img-src data:",
    ...(live ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** Renders the page for the server, which updates itself, or for an exported folder. */
export function pageHtml({ live }: { live: boolean }): string {
  // A page from file:// has no origin, so 'self' matches nothing.
  const own = live ? "'self'" : "'self' file:";
  const policy = contentPolicy({ scripts: own, styles: own, live }).replace("font-src data:", `font-src ${own}`);
  const links = '<link rel="stylesheet" href="assay.css">';
  const { before, after } = frame({ policy, head: links, live });
  return `${before}<script src="assay.js"></script>${after}`;
}

/**
 * Renders everything into one file: the data as inert JSON, and the only script allowed by its hash. Yields pieces, since a campaign may
 * exceed the maximum length of a string.
 */
export function* selfContainedHtml(
  { script, style, font }: PageAssets,
  chunks: Iterable<NamedChunk>,
  start: string,
): Generator<string> {
  const embedded = style.replace("inter.otf", `data:font/otf;base64,${font.toString("base64")}`);
  const code = script.replaceAll("</script", "<\\/script");
  const policy = contentPolicy({ scripts: hashOf(code), styles: hashOf(embedded), live: false });
  const { before, after } = frame({ policy, head: `<style>${embedded}</style>`, live: false, start });
  yield before;
  for (const { name, value } of chunks)
    yield `<script type="application/json" data-chunk="${name}">${inertJson(value)}</script>\n`;
  yield `<script>${code}</script>${after}`;
}

/** Returns the HTML before and after the data and script. */
function frame(parts: { policy: string; head: string; live: boolean; start?: string }): {
  before: string;
  after: string;
} {
  const attributes = `${parts.live ? " data-live" : ""}${parts.start ? ` data-start="${escapeMarkup(parts.start)}"` : ""}`;
  const before = `<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${parts.policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Assay</title>
${parts.head}
</head>
<body>
<div id="app"></div>
<noscript>Assay's viewer needs JavaScript. The same results are in the text report: assay report --help</noscript>
`;
  return { before, after: "\n</body>\n</html>\n" };
}

/** Encodes JSON so that it cannot close its element. */
function inertJson(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll("<", "\\u003c");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
