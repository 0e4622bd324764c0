import { whereabouts } from "../state/on-screen.ts";
import { href } from "../state/route.ts";
import { nextTheme, theme } from "../state/theme.ts";
import { openHelp } from "./help-dialog.tsx";

/** Where the reader is, and the way back. */
export function Header() {
  const { campaign, trial, pair } = whereabouts();
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
              <a href={href(["campaign", ...parts])} aria-current={trial || pair ? undefined : "page"} title={campaign}>
                {parts[0]}
              </a>
            </li>
          )}
          {pair && <li aria-current="page">compare</li>}
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
