import type { ListedResult, StoredResults } from "../../../operations/index.ts";
import { writeCampaignName } from "../../../records/index.ts";
import type { CampaignPage } from "../../wire/index.ts";
import { composeCampaignPage } from "./campaign-page.ts";
import { inMatrixOrder } from "./trial-columns.ts";

/** Enough to go back and forth between two campaigns. */
const MOST_OPEN = 2;

/** Parts of a campaign to keep while it is viewed. Its report, with all texts of ten thousand trials, is dropped. */
export interface ComposedCampaign {
  page: CampaignPage;
  /** The judges' reasons, by position in the page's columns. */
  reasons: (string | null)[];
}

export interface OpenCampaigns {
  /** Composes a campaign on first use; null if the store does not have it. */
  open(listed: ListedResult): ComposedCampaign | null;
  forget(): void;
}

export function openCampaigns(results: Pick<StoredResults, "campaign" | "labelWords">): OpenCampaigns {
  const opened = new Map<string, ComposedCampaign>();
  return {
    open(listed) {
      const name = writeCampaignName(listed);
      const campaign = opened.get(name) ?? compose(results, listed);
      if (!campaign) return null;
      opened.delete(name);
      opened.set(name, campaign);
      for (const [oldest] of opened) if (opened.size > MOST_OPEN) opened.delete(oldest);
      return campaign;
    },
    forget: () => opened.clear(),
  };
}

function compose(
  results: Pick<StoredResults, "campaign" | "labelWords">,
  listed: ListedResult,
): ComposedCampaign | null {
  const report = results.campaign(listed);
  if (!report) return null;
  const page = composeCampaignPage(report, listed, results.labelWords(listed));
  const subjects = new Map(page.subjects.map(({ model_id }, index) => [model_id, index]));
  const cases = new Map(page.case_ids.map((id, index) => [id, index]));
  return { page, reasons: inMatrixOrder(report.trials, subjects, cases).map(({ judge_reason }) => judge_reason) };
}
