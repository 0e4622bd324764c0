import type { FilesMode } from "../records/index.ts";

/**
 * Limit up to which files for reading are written at once. Beyond, they cost a quarter of the computing and four fifths of the
 * disk, and few of them are ever opened.
 */
const MOST_TRIALS_WITH_FILES = 2000;

/** Decides if a campaign of this many trials makes its files for reading at once. `true` and `false` mean always and never. */
export function makesFiles(files: FilesMode | boolean = "auto", trials: number): boolean {
  return files === "auto" ? trials <= MOST_TRIALS_WITH_FILES : files === "always" || files === true;
}

/** Tells how to get files that were omitted because the campaign is large; null when they were made, or not wanted. */
export function filesNotice(files: FilesMode | boolean = "auto", trials: number, suiteId: string): string | null {
  if (files !== "auto" || makesFiles(files, trials)) return null;
  return `No files for reading were made, because there are more than ${MOST_TRIALS_WITH_FILES.toLocaleString("en")} trials: \`assay files ${suiteId}\` makes them, and \`--files always\` makes them at once.`;
}
