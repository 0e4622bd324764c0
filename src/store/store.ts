import { join, resolve } from "node:path";
import { openOwnedFolder } from "../files/index.ts";
import { type Claims, openClaims } from "./claims/claims.ts";
import { hasMedia, keepMedia, type SentMedia } from "./kept-media.ts";
import { CLAIMS_FILE, LOG_FOLDER } from "./layout.ts";
import { fileMedium } from "./log/file-medium.ts";
import { type Log, openLog } from "./log/log.ts";
import { memoryMedium } from "./log/memory-medium.ts";
import { openReadingTree, type ReadingTree } from "./reading-tree.ts";
import { openTrialFolders, type TrialFolders } from "./trial-folders.ts";

/** Everything behind a score: records in the log, trials' files, and reading files. */
export interface Store extends Log {
  /** Absolute path of outputs/. */
  readonly outputs: string;
  readonly tree: ReadingTree;
  readonly trialFolders: TrialFolders;
  /** Questions being asked by any process on this store. */
  readonly claims: Claims;
  /** Stores a text once. */
  keepText(text: string, sha256: string): void;
  /** Stores a medium once; `bytes` is called only if it is not stored yet. */
  keepMedia(media: SentMedia, bytes: () => Uint8Array): void;
  hasMedia(media: SentMedia): boolean;
  /** Returns a stored text; null if it is missing or damaged. */
  text(sha256: string): string | null;
}

export interface StoreOptions {
  now?: () => Date;
  /** False reads every record from the log and reports indexes that disagree. Defaults to true. */
  believeIndex?: boolean;
}

/**
 * Opens the store in a folder. Creates nothing before the first write.
 *
 * @example
 * const store = openStore("outputs");
 * for (const { suite_id, trials } of listCampaigns(store)) console.log(suite_id, trials);
 * await store.close();
 */
export function openStore(folder: string, { now = () => new Date(), believeIndex }: StoreOptions = {}): Store {
  const outputs = resolve(folder);
  return storeOn(
    openLog(fileMedium(join(outputs, LOG_FOLDER), now), () => now().getTime(), { believeIndex }),
    outputs,
    join(outputs, CLAIMS_FILE),
  );
}

/**
 * Opens a store that is discarded when closed. Trials' files are in a temporary folder until then.
 *
 * @example
 * const store = openMemoryStore();
 * await run({ suite: "quickstart", runProfile: "offline", store, files: false });
 * await store.close();
 */
export function openMemoryStore({ now = () => new Date() }: Pick<StoreOptions, "now"> = {}): Store {
  const { path: outputs, remove } = openOwnedFolder("store");
  const store = storeOn(
    openLog(memoryMedium(), () => now().getTime()),
    outputs,
    null,
  );
  return {
    ...store,
    async close() {
      await store.close();
      await remove();
    },
  };
}

function storeOn(log: Log, outputs: string, claimsFile: string | null): Store {
  const trialFolders = openTrialFolders(outputs);
  const tree = openReadingTree(outputs);
  const claims = openClaims(claimsFile, log.refresh);
  /** Texts found intact: a system prompt comes with every call and is checked only once. */
  const seenAgain = new Set<string>();
  return {
    ...log,
    outputs,
    tree,
    trialFolders,
    claims,
    keepText(text, hash) {
      if (seenAgain.has(hash)) return;
      if (log.entries("text", hash).some(log.isWhole)) seenAgain.add(hash);
      else log.append({ kind: "text", key: hash, value: text });
    },
    keepMedia: (media, bytes) => keepMedia(outputs, trialFolders, media, bytes),
    hasMedia: (media) => hasMedia(outputs, media),
    text: (hash) => log.read("text", hash)?.value ?? null,
    async close() {
      await claims.close();
      trialFolders.close();
      await tree.close();
      await log.close();
    },
  };
}
