import { dirname, posix } from "node:path";

/** Explains why a link cannot be part of a workspace; null when it stays inside. */
export function linkProblem({ path, target }: { path: string; target: string }): string | null {
  const reached = posix.normalize(posix.join(dirname(path), target));
  const leaves = posix.isAbsolute(target) || reached === ".." || reached.startsWith("../");
  return leaves ? `links to ${target}, outside the workspace; copy what it needs into the workspace` : null;
}
