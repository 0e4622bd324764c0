import type { PackedRecord } from "./campaign-records.ts";
import type { PackedEnvironment } from "./manifest.ts";

/** Collects the environment in which a campaign was run and judged. */
export function noteEnvironment(): { note(record: PackedRecord): void; result(): PackedEnvironment } {
  const runners = new Set<string>();
  const endpoints = new Set<string>();
  const models = new Map<string, Set<string>>();
  const judges = new Map<string, { model: string; endpoint: string }>();
  const moments: string[] = [];
  return {
    note({ kind, value }) {
      if (kind === "call")
        judges.set(`${value.model} ${value.endpoint}`, { model: value.model, endpoint: value.endpoint });
      if (kind !== "run") return;
      const { runner, request, provider, timing } = value.artifact;
      runners.add(runner);
      endpoints.add(request.gateway);
      const answered = models.get(request.model) ?? new Set();
      for (const { model } of provider) if (model !== null) answered.add(model);
      models.set(request.model, answered);
      moments.push(timing.started_at, timing.finished_at);
    },
    result() {
      moments.sort();
      return {
        runners: [...runners].sort(),
        endpoints: [...endpoints].sort(),
        models: [...models]
          .sort(byName)
          .map(([requested, answered]) => ({ requested, answered: [...answered].sort() })),
        judges: [...judges].sort(byName).map(([, judge]) => judge),
        first_run_at: moments[0] ?? null,
        last_run_at: moments.at(-1) ?? null,
      };
    },
  };
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
