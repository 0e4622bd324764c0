import { resolve } from "node:path";
import { copyShippedExample, readShippedPage, shippedExamples, shippedPages } from "../../config/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { OperationError } from "../errors/operation-error.ts";

/** The examples that come with the package. */
export function listExamples(): { name: string; title: string }[] {
  return shippedExamples().map(({ name, title }) => ({ name, title }));
}

/** Copies an example into a folder; nothing that is there is overwritten. The files it made. */
export async function copyExample(options: Surroundings & { name: string; directory?: string }): Promise<string[]> {
  const directory = resolve(completeSurroundings(options).cwd, options.directory ?? options.name);
  const copied = await copyShippedExample(directory, options.name);
  if (!copied.ok) throw new OperationError(copied.message);
  return copied.written;
}

/** The pages of the documentation. */
export function listPages(): { name: string; title: string }[] {
  return shippedPages().map(({ name, title }) => ({ name, title }));
}

/** A page of the documentation, as Markdown. */
export function readPage(options: { name: string }): string {
  const page = readShippedPage(options.name);
  if (!page.ok) throw new OperationError(page.message);
  return page.text;
}
