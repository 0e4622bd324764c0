import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "assay-theme";

/** System theme, unless the reader has chosen one. */
export const theme = signal<Theme>(remembered());

effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
  try {
    localStorage.setItem(KEY, theme.value);
  } catch {
    // A page from file:// may not have storage.
  }
});

export function nextTheme(): void {
  const order: Theme[] = ["system", "light", "dark"];
  theme.value = order[(order.indexOf(theme.value) + 1) % order.length]!;
}

function remembered(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
}
