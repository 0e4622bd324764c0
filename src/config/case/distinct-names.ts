import { basename, resolve } from "node:path";

/** The name under which a file or folder is handed over. */
export function handedOverName(written: string): string {
  return basename(resolve("/", written));
}

/** Refuses a file that would replace an earlier one of the list, because both are handed over under one name. */
export function problemOfSharedName(
  files: readonly string[],
  index: number,
  place: string,
): { message: string } | null {
  const name = handedOverName(files[index]!);
  const earlier = files.slice(0, index).find((other) => handedOverName(other) === name);
  if (earlier === undefined) return null;
  return {
    message: `is called ${name} in ${place}, as ${JSON.stringify(earlier)} is; put both into one folder and name that`,
  };
}
