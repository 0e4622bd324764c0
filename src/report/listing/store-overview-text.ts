import {
  type ListedJudgings,
  NAMED_PROTOCOL_NAMES,
  NAMED_PROTOCOLS,
  type NamedProtocolName,
} from "../../judging/index.ts";
import { writeCampaignName } from "../../records/index.ts";
import type { ListedCampaign, StoreSizes } from "../../store/index.ts";
import { agree, bareTable, formatBytes, formatCount, nounFor, plural } from "../../text/presentation/index.ts";
import type { StoreMerge } from "./store-merge-text.ts";

/** Output of `assay store --output json`. */
export interface StoreOverview extends ListedJudgings<NamedSize> {
  schema_version: 1;
  kind: "store_overview";
  sizes: StoreSizes & Record<NamedProtocolName, StoreSizes["total"]>;
  /** Number of records by kind, with their bytes. */
  records: Record<string, { records: number; bytes: number }>;
  /** Replaced records among these, which `assay store prune --superseded` removes. */
  superseded: { records: number; bytes: number };
  campaigns: (ListedCampaign & { bytes: number; last_written: string })[];
  /** Number of labels, in labels/ beside outputs/. */
  labels: number;
  /** Parts of campaigns and judgings done with `--shard`. */
  shards: StoreMerge["shards"];
  /** Time of the last record; null for an empty store. */
  last_written: string | null;
}

/** Size of a named result. */
interface NamedSize {
  name: string;
  bytes: number;
  last_written: string;
}

/** Renders a store's contents and sizes, with advice. */
export function storeOverviewText(overview: StoreOverview): string {
  const { sizes, records, superseded, campaigns, labels, shards, last_written } = overview;
  const count = (kind: string) => records[kind]?.records ?? 0;
  const counted = (number: number, noun: string) => `${formatCount(number)} ${nounFor(number, noun)}`;
  const named = Object.values(NAMED_PROTOCOLS).flatMap(({ folder, listedAs }) =>
    overview[listedAs as keyof ListedJudgings<NamedSize>].map((each) => ({ ...each, name: `${folder}/${each.name}` })),
  );
  return [
    `${formatBytes(sizes.total.bytes)} in ${counted(sizes.total.files, "file")}, last written ${dayOf(last_written)}`,
    `${counted(campaigns.length, "campaign")}, ${counted(count("run"), "run")}, ${counted(count("evaluation"), "evaluation")}, ${counted(count("call"), "judge call")}, ${counted(labels, "label")}`,
    "",
    bareTable(
      ["what", "files", "size"],
      (
        [
          ["records (log/)", sizes.log],
          ["files of trials (artifacts/)", sizes.artifacts],
          ["files for reading (runs/, evaluations/)", sizes.reading],
          ...NAMED_PROTOCOL_NAMES.map((name) => [`${name}/`, sizes[name]] as const),
          ["cache/", sizes.cache],
        ] as const
      ).map(([what, { files, bytes }]) => [what, formatCount(files), formatBytes(bytes)]),
    ),
    ...(campaigns.length + named.length > 0
      ? [
          "",
          bareTable(
            ["campaign or judging", "trials", "judged", "records", "last written"],
            [
              ...campaigns.map(({ trials, evaluations, bytes, last_written: at, ...name }) => [
                writeCampaignName(name),
                formatCount(trials),
                evaluations.map(({ trials: judged }) => formatCount(judged)).join(" + ") || "0",
                formatBytes(bytes),
                dayOf(at),
              ]),
              ...named.map(({ name, bytes, last_written: at }) => [name, "", "", formatBytes(bytes), dayOf(at)]),
            ],
          ),
        ]
      : []),
    ...shards
      .filter(({ missing, unfinished }) => missing.length + unfinished.length > 0)
      .map(
        ({ whole, of, missing, unfinished }) =>
          `${whole}: ${plural([...missing, ...unfinished].length, "shard")} of ${of} still to come`,
      ),
    ...(superseded.records > 0
      ? [
          "",
          `${counted(superseded.records, "record")} (${formatBytes(superseded.bytes)}) ${agree(superseded.records, "has", "have")} been replaced by newer ones; \`assay store prune --superseded\` shows what can go.`,
        ]
      : []),
  ].join("\n");
}

function dayOf(moment: string | null): string {
  return moment === null ? "never" : moment.slice(0, 10);
}
