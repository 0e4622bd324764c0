import { useEffect } from "preact/hooks";
import { Header } from "./header.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { BatchView } from "./pages/batch/batch.tsx";
import { CampaignView } from "./pages/campaign/campaign.tsx";
import { CompareView } from "./pages/compare/compare.tsx";
import { CompareCampaignsView } from "./pages/compare/compare-campaigns.tsx";
import { CalibrationView } from "./pages/judges/calibration.tsx";
import { JudgesView } from "./pages/judges/judges.tsx";
import { LabelView } from "./pages/label/label.tsx";
import { RubricView } from "./pages/rubric/rubric.tsx";
import { SampleView } from "./pages/rubric/sample.tsx";
import { StoreView } from "./pages/store/store.tsx";
import { TrialView } from "./pages/trial/trial.tsx";
import { currentPage } from "./state/on-screen.ts";

export function App() {
  const { campaign, trial, pair, judges, calibration, campaigns, rubric, batch, label } = currentPage();
  const named = rubric?.name ?? batch ?? null;
  const place = [campaign, ...(trial ?? []), named, label].join("/");
  useEffect(() => {
    document.title = [
      ...(trial ? [trial[1]] : []),
      ...(campaign ? [campaign.split("/")[0]] : []),
      ...(named ? [named] : []),
      ...(label ? ["label"] : []),
      "Assay",
    ].join(" · ");
  }, [place]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to content
      </button>
      <Header />
      <main id="main" tabIndex={-1}>
        {campaign === null && named === null && !campaigns && !label && <StoreView />}
        {label && <LabelView />}
        {campaigns && <CompareCampaignsView base={campaigns[0]} candidate={campaigns[1]} key={campaigns.join(" ")} />}
        {campaign !== null && judges && <JudgesView campaign={campaign} key={campaign} />}
        {campaign !== null && calibration && <CalibrationView campaign={campaign} key={campaign} />}
        {campaign !== null && !trial && !pair && !judges && !calibration && (
          <CampaignView name={campaign} key={campaign} />
        )}
        {campaign !== null && pair && <CompareView campaign={campaign} pair={pair} key={pair.join("/")} />}
        {campaign !== null && trial !== null && <TrialView campaign={campaign} trial={trial} key={place} />}
        {rubric && rubric.sample === null && <RubricView name={rubric.name} key={rubric.name} />}
        {rubric && rubric.sample !== null && (
          <SampleView name={rubric.name} number={rubric.sample} key={`${rubric.name}/${rubric.sample}`} />
        )}
        {batch !== null && <BatchView name={batch} key={batch} />}
      </main>
      <HelpDialog />
    </>
  );
}
