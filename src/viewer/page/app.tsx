import { useEffect } from "preact/hooks";
import { CampaignView } from "./pages/campaign.tsx";
import { CompareView } from "./pages/compare.tsx";
import { StoreView } from "./pages/store.tsx";
import { TrialView } from "./pages/trial.tsx";
import { Header } from "./parts/header.tsx";
import { HelpDialog } from "./parts/help-dialog.tsx";
import { whereabouts } from "./state/on-screen.ts";

export function App() {
  const { campaign, trial, pair } = whereabouts();
  const place = [campaign, ...(trial ?? [])].join("/");
  useEffect(() => {
    document.title = [...(trial ? [trial[1]] : []), ...(campaign ? [campaign.split("/")[0]] : []), "Assay"].join(" · ");
  }, [place]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to content
      </button>
      <Header />
      <main id="main" tabIndex={-1}>
        {campaign === null && <StoreView />}
        {campaign !== null && !trial && !pair && <CampaignView name={campaign} key={campaign} />}
        {campaign !== null && pair && <CompareView campaign={campaign} pair={pair} key={pair.join("/")} />}
        {campaign !== null && trial !== null && <TrialView campaign={campaign} trial={trial} key={place} />}
      </main>
      <HelpDialog />
    </>
  );
}
