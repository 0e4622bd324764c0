import { stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { findWorkspaceRoot } from "../config/index.ts";
import { plural, visibleLine } from "../presentation/index.ts";
import { type ComparedCampaign, findCampaignFolders, readStoredEvaluations } from "../report/index.ts";
import { outputsFolder } from "../store/index.ts";
import { UsageError } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** Two judged campaigns by their folders: paths, or relative to the workspace's outputs/evaluations/. */
export async function readFolderSides(
  terminal: Terminal,
  written: [string, string],
): Promise<[ComparedCampaign, ComparedCampaign]> {
  const root = await findWorkspaceRoot(terminal.cwd);
  const evaluations = join(outputsFolder(root ?? terminal.cwd), "evaluations");
  const [base, candidate] = [
    await findCampaign(written[0], terminal.cwd, evaluations),
    await findCampaign(written[1], terminal.cwd, evaluations),
  ];
  if (base === candidate) throw new UsageError(`${written[0]} and ${written[1]} are the same campaign`);
  const read = async (folder: string, name: string) => {
    const inside = relative(evaluations, folder);
    const { campaign, unreadable } = await readStoredEvaluations(
      folder,
      inside.startsWith("..") ? folder : inside,
      name,
    );
    for (const problem of unreadable) terminal.err(`${terminal.errColors.yellow("left out:")} ${visibleLine(problem)}`);
    return campaign;
  };
  return [await read(base, "the base"), await read(candidate, "the candidate")];
}

async function findCampaign(written: string, cwd: string, evaluations: string): Promise<string> {
  const places = [resolve(cwd, written), resolve(evaluations, written)];
  for (const place of places) {
    if (!(await isFolder(place))) continue;
    const found = await findCampaignFolders(place);
    if (found.length === 1) return join(place, found[0]!);
    if (found.length > 1)
      throw new UsageError(
        `${written} holds ${plural(found.length, "judged campaign")}; name one of them:\n${list(found.map((inside) => join(written, inside)))}`,
      );
  }
  const stored = await findCampaignFolders(evaluations);
  const hint =
    stored.length > 0
      ? `Judged campaigns in ${evaluations}:\n${list(stored)}`
      : `There are no judged campaigns in ${evaluations} yet; \`assay run-eval\` makes them.`;
  throw new UsageError(
    `${written} is no folder of a judged campaign (for two model ids add --suite, --run-profile and --evaluation-profile).\n${hint}`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function list(folders: string[]): string {
  const shown = folders.slice(0, 20).map((folder) => `  ${folder}`);
  return [...shown, ...(folders.length > 20 ? [`  … and ${folders.length - 20} more`] : [])].join("\n");
}
