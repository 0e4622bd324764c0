/**
 * Decides about missing system packages: install them, install them if the user agrees, or never, with a message. Changes the
 * system only as root running a script (a container, CI), or after a confirmation.
 */
export function decideSetUp({ packages, isRoot, isInteractive, hasApt, hasSudo }) {
  if (packages.length === 0) return { install: "never" };
  const command = `apt-get install --no-install-recommends ${packages.join(" ")}`;
  const skipped = `not installed here: ${packages.join(", ")}; tests that need them are skipped`;
  if (!hasApt) return { install: "never", say: skipped };
  if (isRoot && !isInteractive)
    return { install: "at_once", before: [], say: `installing system packages: ${packages.join(", ")}` };
  if (isInteractive && (isRoot || hasSudo)) {
    const before = isRoot ? [] : ["sudo"];
    const question = `Some tests need system packages. Run \`${[...before, command].join(" ")}\`? Without them these tests are skipped.`;
    return { install: "if_agreed", before, question };
  }
  return { install: "never", say: `${skipped}. As root: ${command}` };
}
