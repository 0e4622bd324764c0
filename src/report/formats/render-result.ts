import { FORMATS, type FormatName, type RenderOptions, type ResultKind, type ResultValues } from "./table.ts";

/**
 * What a command prints on stdout: a result in one of the formats that exist for its kind.
 *
 * @example terminal.out(await renderResult("plan_report", "json", report))
 */
export async function renderResult<Kind extends ResultKind>(
  kind: Kind,
  format: FormatName,
  value: ResultValues[Kind],
  options: RenderOptions = { colors: false },
): Promise<string> {
  const load = FORMATS[kind][format];
  if (load === undefined) throw new Error(`there is no ${format} format of a ${kind}`);
  const render = await load();
  return render(value, options);
}
