import { join, relative, resolve } from "node:path";
import { AmbiguousNameError, UnknownNameError } from "../../errors/index.ts";
import { judgedCampaigns, type StoredCampaign } from "../../report/index.ts";
import { findStore, type Store } from "../../store/index.ts";
import { plural } from "../../text/presentation/index.ts";

/** Finds a campaign by name in the workspace's store, or by path, even in another checkout's store. */
export function findCampaign(
  written: string,
  cwd: string,
  own: string,
  open: (outputs: string) => Store,
): StoredCampaign {
  const path = resolve(cwd, written);
  const elsewhere = findStore(path)?.outputs;
  const places = [
    ...(elsewhere ? [{ outputs: elsewhere, inside: relative(join(elsewhere, "evaluations"), path) }] : []),
    { outputs: own, inside: written },
  ];
  for (const { outputs, inside } of places) {
    const store = open(outputs);
    const prefix = inside.split(/[\\/]/).filter(Boolean).join("/");
    const found = judgedCampaigns(store).filter((name) => prefix === "" || `${name}/`.startsWith(`${prefix}/`));
    if (found.length === 1) return { store, name: found[0]! };
    if (found.length > 1)
      throw new AmbiguousNameError(
        `${written} holds ${plural(found.length, "judged campaign")}; name one of them:\n${list(found)}`,
        { kind: "campaign", name: written, candidates: found },
      );
  }
  const stored = judgedCampaigns(open(own));
  const hint =
    stored.length > 0
      ? `Judged campaigns in ${own}:\n${list(stored)}`
      : `There are no judged campaigns in ${own} yet; \`assay run-eval\` makes them.`;
  throw new UnknownNameError(
    `${written} is not a judged campaign (for two model ids add --suite, --run-profile and --evaluation-profile).\n${hint}`,
    { kind: "campaign", name: written, known: stored },
  );
}

function list(names: string[]): string {
  const shown = names.slice(0, 20).map((name) => `  ${name}`);
  return [...shown, ...(names.length > 20 ? [`  … and ${names.length - 20} more`] : [])].join("\n");
}
