import { isUtf8 } from "node:buffer";
import type { ListedResult, StoredFile, StoredResults, TrialInCampaign } from "../../../operations/index.ts";
import type { FilesPage, ShownFile } from "../../wire/index.ts";
import { pictureOf } from "./picture.ts";

/** Larger files are only named with their paths, as megabytes on a page are no help. */
const LIMITS = { bytesPerFile: 2 * 1024 * 1024, bytesInAll: 16 * 1024 * 1024 };

/** Composes the files a trial left, as far as they can be shown without executing or rendering them; null without any. */
export function composeFilesPage(
  results: StoredResults,
  campaign: Pick<ListedResult, "suite_id" | "run_profile" | "evaluation_profile">,
  { model_id, case_id, repetition }: TrialInCampaign,
): FilesPage | null {
  const files = results.files(campaign, { model_id, case_id, repetition }, LIMITS);
  return files && files.length > 0 ? { files: files.map(shownFile) } : null;
}

function shownFile(file: StoredFile): ShownFile {
  const { artifact_type, path, bytes } = file;
  const facts = { artifact_type, path, bytes };
  if (!file.ok) return { ...facts, kind: "hidden", why: file.problem };
  // The bytes decide the type, as names can lie. SVG is shown as text, since such a document can contain anything.
  const content = Buffer.from(file.content);
  const picture = pictureOf(content);
  if (picture) return { ...facts, ...picture };
  if (!isUtf8(content) || content.includes(0)) return { ...facts, kind: "hidden", why: "it is not text" };
  const text = content.toString("utf8");
  return { ...facts, kind: artifact_type === "workspace_diff" ? "diff" : "text", text };
}
