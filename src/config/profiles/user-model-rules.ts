import type { LoadedCase } from "../case/loaded-case.ts";
import type { RunProfile } from "../schema/campaign/run-profile.ts";
import type { Complaint } from "../source/source-file.ts";

/** Complains about simulated users without a model, and a model without simulated users. */
export function checkUserModel(profile: RunProfile, cases: readonly { loaded: LoadedCase }[]): Complaint[] {
  const withUser = cases.filter(({ loaded }) => loaded.case.input.user !== undefined);
  if (profile.simulated_user !== undefined && withUser.length === 0)
    return [
      {
        severity: "warning",
        path: ["simulated_user"],
        at: "key",
        message: "does nothing here, because no selected case has a simulated user (`input.user`)",
      },
    ];
  if (profile.simulated_user?.model !== undefined) return [];
  const [first, ...more] = withUser.filter(({ loaded }) => loaded.case.input.user?.model === undefined);
  if (!first) return [];
  const others = more.length > 0 ? ` and ${more.length} more` : "";
  const message = `is missing, but no model plays the user of ${first.loaded.case.case_id}${others}; name a model here or as \`input.user.model\``;
  return [{ path: ["simulated_user", "model"], message }];
}
