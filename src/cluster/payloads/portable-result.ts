import { pathProblemOf, sortEntries } from "../../store/index.ts";
import { RESULT_TREE } from "./result-shapes.ts";
import type { TrialResultPayload } from "./trial-result.ts";

/** More omissions are only counted. */
const NAMED = 100;

/**
 * Omits what a coordinator would refuse: names that some file systems cannot distinguish, and too many folders. A subject's odd files must
 * not invalidate its result.
 */
export function portableResult(result: TrialResultPayload): TrialResultPayload {
  const { artifact, kept } = result;
  const { accepted, refused } = sortEntries(result.files, RESULT_TREE);
  const isPlain = ({ path }: { path: string }) => pathProblemOf(path, RESULT_TREE.depth) === null;
  const artifacts = artifact.artifacts.filter(isPlain);
  if (refused.length === 0 && artifacts.length === artifact.artifacts.length) return result;
  const gone = new Set(refused.map(({ path }) => path));
  const leftOut = refused.slice(0, NAMED).map(({ path, problem }) => ({ path, reason: problem }));
  return {
    ...result,
    artifact: { ...artifact, artifacts },
    files: accepted,
    kept: {
      ...kept,
      files: kept.files.filter(({ path }) => !gone.has(path)),
      leftOut: [...kept.leftOut, ...leftOut],
      leftOutCount: kept.leftOutCount + refused.length,
    },
  };
}
