import { createHash } from "node:crypto";
import { escapeMarkup } from "../../text/presentation/index.ts";
import type { NamedChunk } from "../data/trial-chunks.ts";
import type { PageAssets } from "./assets.ts";

/** Nothing is loaded from elsewhere, nothing is sent anywhere, and no text of a subject can become a script. */
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

/** The page of the server, which updates itself, or of an exported folder. */
export function pageHtml({ live }: { live: boolean }): string {
  // A page from file:// has no origin that 'self' could mean.
  const own = live ? "'self'" : "'self' file:";
  const policy = contentPolicy({ scripts: own, styles: own, live }).replace("font-src data:", `font-src ${own}`);
  const links = '<link rel="stylesheet" href="assay.css">';
  const { before, after } = frame({ policy, head: links, live });
  return `${before}<script src="assay.js"></script>${after}`;
}

/**
 * Everything in one file: the data as JSON that no browser executes, the only script named by its hash. It comes in pieces, since a campaign may be larger
 * than a string can be.
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

/** What stands before and after the data and the script. */
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

/** JSON that cannot end the element it is in. */
function inertJson(value: unknown): string {
  return JSON.stringify(value ?? null).replaceAll("<", "\\u003c");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
