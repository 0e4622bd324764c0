import { dirname } from "node:path";
import type { Executed } from "./executed.ts";

/** Prints the executed files of each folder, with the names of the functions that ran in each. */
export function printExecuted({ files, functions }: Executed): void {
  const folders = [...new Set([...files].map((file) => dirname(file)))].sort();
  for (const folder of folders) {
    const inFolder = [...files].filter((file) => dirname(file) === folder).sort();
    console.log(`    ${folder} (${inFolder.length})`);
    for (const file of inFolder) {
      const names = [...functions].filter((place) => place.startsWith(`${file}:`)).map((place) => place.split(" ")[1]);
      console.log(`      ${file.slice(folder.length + 1)} (${names.length}): ${names.join(", ")}`);
    }
  }
}
