import type { ComponentType } from "preact";
import { BatchView } from "./pages/batch/batch.tsx";
import { JudgingView } from "./pages/judging/judging.tsx";
import { RubricView } from "./pages/rubric/rubric.tsx";
import type { JudgingAddress } from "./state/current-page.ts";

/** Protocols with pages of their own; every other one is shown by what it describes of its results. */
const VIEWS: Readonly<Record<string, ComponentType<JudgingAddress>>> = { rubric: RubricView, batch: BatchView };

export function judgingView(protocol: string): ComponentType<JudgingAddress> {
  return Object.hasOwn(VIEWS, protocol) ? VIEWS[protocol]! : JudgingView;
}
