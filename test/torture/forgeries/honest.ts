import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assay } from "../../support/assay.ts";
import type { TortureRow } from "../torture.ts";
import type { JudgedCampaigns, SuiteId } from "./campaign.ts";
import { addRecord, copyOf, type Dossier, kindOf, trialAt } from "./dossier.ts";
import { nameOfCampaign, readDossier, writePackedFile, writeStore } from "./forged-places.ts";
import { freshKey } from "./moves.ts";
import { recount } from "./recount.ts";

/** What may happen to an honest store, and must not be taken for a forgery: whoever refuses everything has proved nothing. */
const HONEST: { name: string; campaign: SuiteId; change: (dossier: Dossier) => void }[] = [
  { name: "a panel as it is", campaign: "panel", change() {} },
  { name: "a vote about adopted runs as it is", campaign: "again", change() {} },
  {
    name: "evaluations counted again",
    campaign: "panel",
    change(dossier) {
      for (const record of kindOf(dossier.records, "evaluation")) if (isOf(record, dossier)) recount(dossier, record);
    },
  },
  {
    name: "records in another order",
    campaign: "panel",
    change: (dossier) => dossier.records.sort((one, other) => (one.key < other.key ? -1 : 1)),
  },
  {
    name: "logs merged from two machines",
    campaign: "panel",
    change(dossier) {
      for (const [index, record] of dossier.records.entries()) record.segment += index % 2 === 0 ? "-a" : "-b";
    },
  },
  {
    name: "an evaluation stored twice, the same under an earlier key",
    campaign: "panel",
    change(dossier) {
      const { evaluation } = trialAt(dossier, "gamma+plain/sum/2");
      const { place, value } = evaluation;
      evaluation.at += 1;
      const earlier = addRecord(dossier, { kind: "evaluation", key: freshKey("earlier"), place, value: copyOf(value) });
      earlier.at = evaluation.at - 1;
    },
  },
];

function isOf({ place }: { place: string | null }, { campaign }: Dossier): boolean {
  return place?.startsWith(`${campaign.suite_id}/`) ?? false;
}

/** Verifies what nobody forged, as a store and as a packed file. */
export async function tryHonestStores(judged: JudgedCampaigns, folder: string): Promise<TortureRow> {
  const remarks: string[] = [];
  for (const { name, campaign, change } of HONEST)
    for (const place of ["store", "file"] as const) {
      const source = judged.campaigns[campaign];
      const dossier = readDossier(place === "store" ? judged.workspace : source.unpacked, source.name);
      change(dossier);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const file = join(folder, "honest.assay.tgz");
      if (place === "store") writeStore(folder, dossier);
      else writePackedFile(file, dossier);
      const said = await assay(["verify", place === "store" ? nameOfCampaign(dossier) : file], {
        cwd: folder,
        env: judged.env,
      });
      if (said.code !== 0) remarks.push(`${name}, ${place}: ${said.stdout}${said.stderr}`.slice(0, 400));
    }
  return {
    what: "honest stores verify",
    attempts: 2 * HONEST.length,
    held: 2 * HONEST.length - remarks.length,
    remarks,
  };
}
