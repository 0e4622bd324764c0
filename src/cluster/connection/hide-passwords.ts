/**
 * What was typed is in the list of processes for everybody on the machine. Node writes a title over it; what is short-lived stays
 * visible for some milliseconds, so the environment is the better place for a password.
 */
export function hidePasswords(
  secrets: readonly string[],
  { argv, setTitle }: TitledProcess = { argv: process.argv, setTitle: (title) => (process.title = title) },
): void {
  const isTyped = argv.some((word) => secrets.some((secret) => secret !== "" && word.includes(secret)));
  if (isTyped) setTitle(["assay", ...argv.slice(2, 3)].join(" "));
}

export interface TitledProcess {
  argv: readonly string[];
  setTitle: (title: string) => void;
}
