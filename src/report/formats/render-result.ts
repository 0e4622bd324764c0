import { FORMATS, type FormatName, type RenderOptions, type ResultKind, type ResultValues } from "./table.ts";

/**
 * Renders a result for stdout, in one of its kind's formats.
 *
 * @example terminal.out(await renderResult("plan_report", "json", report))
 */
export async function renderResult<Kind extends ResultKind>(
  kind: Kind,
  format: FormatName,
  value: ResultValues[Kind],
  options: RenderOptions = { colors: false },
): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of renderPieces(kind, format, value, options)) {
    if (typeof piece !== "string") throw new Error(`${format} is no text`);
    pieces.push(piece);
  }
  return pieces.join("");
}

/** Large pieces are faster than one per line. */
const CHARACTERS_OF_A_PIECE = 256 * 1024;

/** Renders in pieces, for results larger than memory and binary formats. */
export async function* renderPieces<Kind extends ResultKind>(
  kind: Kind,
  format: FormatName,
  value: ResultValues[Kind],
  options: RenderOptions = { colors: false },
): AsyncGenerator<string | Uint8Array> {
  const load = FORMATS[kind][format];
  if (load === undefined) throw new Error(`there is no ${format} format of a ${kind}`);
  const rendered = (await load())(value, options);
  if (typeof rendered === "string") return yield rendered;
  let held = "";
  for (const piece of rendered) {
    if (typeof piece !== "string") yield piece;
    else held += piece;
    if (held.length < CHARACTERS_OF_A_PIECE) continue;
    yield held;
    held = "";
  }
  if (held !== "") yield held;
}
