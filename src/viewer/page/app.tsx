import { useEffect } from "preact/hooks";
import { Header } from "./header.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { judgingView } from "./judging-views.ts";
import { CampaignView } from "./pages/campaign/campaign.tsx";
import { CompareView } from "./pages/compare/compare.tsx";
import { CompareCampaignsView } from "./pages/compare/compare-campaigns.tsx";
import { CalibrationView } from "./pages/judges/calibration.tsx";
import { JudgesView } from "./pages/judges/judges.tsx";
import { LabelView } from "./pages/label/label.tsx";
import { StoreView } from "./pages/store/store.tsx";
import { TrialView } from "./pages/trial/trial.tsx";
import { type CurrentPage, currentPage } from "./state/current-page.ts";

export function App() {
  const current = currentPage();
  const title = [...titleOf(current), "Assay"].join(" · ");
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to content
      </button>
      <Header />
      <main id="main" tabIndex={-1}>
        <Page current={current} />
      </main>
      <HelpDialog />
    </>
  );
}

function Page({ current }: { current: CurrentPage }) {
  switch (current.page) {
    case "store":
      return <StoreView />;
    case "label":
      return <LabelView />;
    case "campaigns": {
      const { base, candidate } = current;
      return <CompareCampaignsView base={base} candidate={candidate} key={`${base} ${candidate}`} />;
    }
    case "campaign":
      return <CampaignView name={current.campaign} key={current.campaign} />;
    case "judges":
      return <JudgesView campaign={current.campaign} key={current.campaign} />;
    case "calibration":
      return <CalibrationView campaign={current.campaign} key={current.campaign} />;
    case "subjects":
      return <CompareView campaign={current.campaign} pair={current.pair} key={current.pair.join("/")} />;
    case "trial":
      return <TrialView campaign={current.campaign} trial={current.trial} key={current.trial.join("/")} />;
    case "judging": {
      const { protocol, name, unit } = current;
      const View = judgingView(protocol);
      return (
        <View protocol={protocol} name={name} unit={unit?.id ?? null} key={[protocol, name, unit?.id].join("/")} />
      );
    }
  }
}

function titleOf(current: CurrentPage): string[] {
  if (current.page === "label") return ["label"];
  if (current.page === "judging") return [current.name];
  if (!("campaign" in current)) return [];
  return [...(current.page === "trial" ? [current.trial[1]] : []), current.campaign.split("/")[0]!];
}
