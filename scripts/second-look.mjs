// CI's treatment of failed tests: on a machine whose cores are all taken a browser or a process can be late. A test that also
// fails alone is broken; one that passes alone is named, to be looked at.
import { readFileSync } from "node:fs";

/** More than that is no accident. */
const MOST_FILES = 5;

/**
 * The files that deserve a second look, or none: too many failed, or something failed outside of any file.
 *
 * @param {string} path of the file that `test/support/failed-files.ts` writes; a run that broke off has written none
 */
export function worthASecondLook(path) {
  let lines = [];
  try {
    lines = readFileSync(path, "utf8").split("\n").filter(Boolean);
  } catch {
    return [];
  }
  return lines.length > MOST_FILES || !lines.every((line) => line.startsWith("/")) ? [] : lines;
}

/** @param {string[]} files that failed beside the others and passed alone */
export function unstableInWords(files) {
  return [
    `UNSTABLE: ${files.length === 1 ? "a file" : `${files.length} files`} failed beside the others and passed alone. That is a race in the test or in Assay; please look for it:`,
    ...files.map((file) => `  ${file}`),
  ].join("\n");
}
