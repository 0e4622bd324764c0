import { openHelp } from "./help-dialog.tsx";
import { isLive } from "./state/chunks.ts";
import { type CurrentPage, currentPage } from "./state/current-page.ts";
import { href } from "./state/route.ts";
import { nextTheme, theme } from "./state/theme.ts";

/** Shows the current page's position, with links back. */
export function Header() {
  const current = currentPage();
  return (
    <header class="top">
      <nav aria-label="Where you are">
        <ol class="crumbs">
          <li>
            <a href="#/" class="brand">
              Assay
            </a>
          </li>
          {crumbsOf(current).map(({ words, to, title, isCurrent }) =>
            to === undefined ? (
              <li key={words} aria-current={isCurrent ? "page" : undefined}>
                {words}
              </li>
            ) : (
              <li key={words}>
                <a href={to} title={title} aria-current={isCurrent ? "page" : undefined}>
                  {words}
                </a>
              </li>
            ),
          )}
        </ol>
      </nav>
      <div class="top-actions">
        {isLive && current.page !== "label" && (
          <a class="quiet" href={href(["label"])}>
            label
          </a>
        )}
        <button
          type="button"
          class="quiet"
          onClick={nextTheme}
          aria-label={`Theme: ${theme.value}`}
          title="Change theme"
        >
          {{ system: "◐", light: "○", dark: "●" }[theme.value]} <span class="wide-only">{theme.value}</span>
        </button>
        <button
          type="button"
          class="quiet"
          onClick={openHelp}
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
        >
          ?
        </button>
      </div>
    </header>
  );
}

/** A step of the way to the current page. */
interface Crumb {
  words: string;
  to?: string;
  title?: string;
  isCurrent?: boolean;
}

function crumbsOf(current: CurrentPage): Crumb[] {
  switch (current.page) {
    case "store":
      return [];
    case "label":
      return [{ words: "label", isCurrent: true }];
    case "judging": {
      const { protocol, name, unit } = current;
      const whole = { words: name, to: href([protocol, name]), isCurrent: unit === null };
      return unit === null ? [whole] : [whole, { words: `${unit.noun} ${unit.id}`, isCurrent: true }];
    }
    case "campaigns":
      return [campaignCrumb(current.candidate), { words: "compare", isCurrent: true }];
    case "campaign":
      return [{ ...campaignCrumb(current.campaign), title: current.campaign, isCurrent: true }];
    case "trial": {
      const [, caseId, repetition] = current.trial;
      return [
        { ...campaignCrumb(current.campaign), title: current.campaign },
        { words: caseId, to: href(["campaign", ...current.campaign.split("/")], { text: caseId }) },
        { words: `run ${repetition}`, isCurrent: true },
      ];
    }
    case "subjects":
    case "judges":
    case "calibration": {
      const words = current.page === "subjects" ? "compare" : current.page;
      return [
        { ...campaignCrumb(current.campaign), title: current.campaign },
        { words, isCurrent: true },
      ];
    }
  }
}

function campaignCrumb(campaign: string): Crumb {
  const parts = campaign.split("/");
  return { words: parts[0]!, to: href(["campaign", ...parts]) };
}
