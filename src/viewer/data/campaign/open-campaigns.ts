import type { ListedResult, StoredResults } from "../../../operations/index.ts";
import { writeCampaignName } from "../../../records/index.ts";
import type { CampaignPage } from "../../wire/index.ts";
import { composeCampaignPage } from "./campaign-page.ts";
import { inMatrixOrder } from "./trial-columns.ts";

/** Whoever compares goes back and forth between two campaigns; what nobody looks at any more is let go. */
const MOST_OPEN = 2;

/** What is kept of a campaign that somebody looks at. Its report, with all that was said about ten thousand trials, is not. */
export interface ComposedCampaign {
  page: CampaignPage;
  /** The judges' words about each trial, by its position in the columns of the page. */
  reasons: (string | null)[];
}

export interface OpenCampaigns {
  /** Composed when it is first asked for; null when the store has no such campaign. */
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
