import { openHelp } from "./help-dialog.tsx";
import { isLive } from "./state/chunks.ts";
import { currentPage } from "./state/on-screen.ts";
import { href } from "./state/route.ts";
import { nextTheme, theme } from "./state/theme.ts";

/** Shows the current page's position, with links back. */
export function Header() {
  const { campaign, trial, pair, judges, calibration, campaigns, rubric, batch, label } = currentPage();
  const parts = campaign?.split("/") ?? [];
  return (
    <header class="top">
      <nav aria-label="Where you are">
        <ol class="crumbs">
          <li>
            <a href="#/" class="brand">
              Assay
            </a>
          </li>
          {campaign !== null && (
            <li>
              <a
                href={href(["campaign", ...parts])}
                aria-current={trial || pair || judges || calibration ? undefined : "page"}
                title={campaign}
              >
                {parts[0]}
              </a>
            </li>
          )}
          {rubric && (
            <li>
              <a href={href(["rubric", rubric.name])} aria-current={rubric.sample === null ? "page" : undefined}>
                {rubric.name}
              </a>
            </li>
          )}
          {rubric && rubric.sample !== null && <li aria-current="page">sample {rubric.sample}</li>}
          {batch !== null && <li aria-current="page">{batch}</li>}
          {label && <li aria-current="page">label</li>}
          {campaigns && (
            <li>
              <a href={href(["campaign", ...campaigns[1].split("/")])}>{campaigns[1].split("/")[0]}</a>
            </li>
          )}
          {judges && <li aria-current="page">judges</li>}
          {calibration && <li aria-current="page">calibration</li>}
          {(pair || campaigns) && <li aria-current="page">compare</li>}
          {trial && (
            <>
              <li>
                <a href={href(["campaign", ...parts], { text: trial[1] })}>{trial[1]}</a>
              </li>
              <li aria-current="page">run {trial[2]}</li>
            </>
          )}
        </ol>
      </nav>
      <div class="top-actions">
        {isLive && !label && (
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
