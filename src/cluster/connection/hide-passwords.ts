/**
 * Hides passwords in the process list, where every user of the machine could read the command line. Replacing Node's process title takes
 * some milliseconds, so passwords are safer in the environment.
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
