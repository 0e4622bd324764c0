import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assay } from "../../support/assay.ts";
import type { TortureRow } from "../torture.ts";
import type { JudgedCampaigns, SuiteId } from "./campaign.ts";
import { addRecord, copyOf, type Dossier, kindOf, trialAt } from "./dossier.ts";
import { nameOfCampaign, readDossier, writePackedFile, writeStore } from "./forged-places.ts";
import { freshKey } from "./moves.ts";
import { recount } from "./recount.ts";

/** `packed`: packed by the program from the changed store. `file`: the changed records in a file, which has what `assay pack` would put there. */
type HonestPlace = "store" | "file" | "packed";

/** Legitimate changes of an honest store, which must not be taken for forgeries: refusing everything would prove nothing. */
const HONEST: {
  name: string;
  campaign: SuiteId;
  /** All places when left out. */
  places?: HonestPlace[];
  change: (dossier: Dossier) => void;
}[] = [
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
    // `assay pack` takes one evaluation of each trial, so a second one in a file was put there by something else.
    places: ["store", "packed"],
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

const PLACES: HonestPlace[] = ["store", "file", "packed"];

/** Verifies campaigns that were not forged, as a store, as a packed file, and as a file that is packed from the store. */
export async function tryHonestStores(judged: JudgedCampaigns, folder: string): Promise<TortureRow> {
  const remarks: string[] = [];
  let attempts = 0;
  for (const { name, campaign, change, places = PLACES } of HONEST)
    for (const place of places) {
      attempts += 1;
      const source = judged.campaigns[campaign];
      const dossier = readDossier(place === "file" ? source.unpacked : judged.workspace, source.name);
      change(dossier);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      const file = await writeHonest(folder, dossier, place);
      const words = ["verify", file ?? nameOfCampaign(dossier)];
      const said = await assay(words, { cwd: folder, env: judged.env });
      if (said.code !== 0) remarks.push(`${name}, ${place}: ${said.stdout}${said.stderr}`.slice(0, 400));
    }
  return { what: "honest stores verify", attempts, held: attempts - remarks.length, remarks };
}

/** Writes it there; gives the file, where it is one. */
async function writeHonest(folder: string, dossier: Dossier, place: HonestPlace): Promise<string | null> {
  const file = join(folder, "honest.assay.tgz");
  if (place === "file") {
    writePackedFile(file, dossier);
    return file;
  }
  writeStore(folder, dossier);
  if (place === "store") return null;
  const packed = await assay(["pack", nameOfCampaign(dossier), "--out", file], { cwd: folder });
  if (packed.code !== 0) throw new Error(`assay pack ended with ${packed.code}: ${packed.stderr}`);
  return file;
}
