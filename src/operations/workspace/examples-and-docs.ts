import { resolve } from "node:path";
import { copyShippedExample, readShippedPage, shippedExamples, shippedPages } from "../../config/index.ts";
import { UnknownNameError } from "../../errors/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { requireWritten } from "./written-or-throw.ts";

/**
 * Lists the examples that come with the package: complete studies that run offline, except where their README says what they need.
 *
 * @example
 * for (const { name, title } of await listExamples()) console.log(name, title);
 */
export function listExamples(): { name: string; title: string }[] {
  return shippedExamples().map(({ name, title }) => ({ name, title }));
}

/**
 * Copies an example into a folder. Overwrites nothing. Returns the paths of the files it made.
 *
 * @example
 * await copyExample({ name: "checks", directory: "checks" });
 */
export async function copyExample(options: Surroundings & { name: string; directory?: string }): Promise<string[]> {
  const directory = resolve(completeSurroundings(options).cwd, options.directory ?? options.name);
  const copied = await copyShippedExample(directory, options.name);
  return requireWritten(copied, { kind: "example", name: options.name, shipped: shippedExamples(), directory });
}

/**
 * Lists the pages of the documentation, which come with the package.
 *
 * @example
 * for (const { name, title } of await listPages()) console.log(name, title);
 */
export function listPages(): { name: string; title: string }[] {
  return shippedPages().map(({ name, title }) => ({ name, title }));
}

/**
 * Reads a page of the documentation, as Markdown.
 *
 * @example
 * console.log(await readPage({ name: "checks" }));
 */
export function readPage(options: { name: string }): string {
  const page = readShippedPage(options.name);
  if (!page.ok)
    throw new UnknownNameError(page.message, {
      kind: "page",
      name: options.name,
      known: shippedPages().map(({ name }) => name),
    });
  return page.text;
}
