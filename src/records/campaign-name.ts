/** The runs of one suite under one run profile: the first two parts of a campaign's name. */
export interface RunCampaignName {
  suite_id: string;
  /** `<run_profile_id>-<fp8>`. */
  run_profile: string;
}

/** A campaign as its store names it. */
export interface CampaignName extends RunCampaignName {
  /** `<evaluation_profile_id>-<fp8>`; null for one that was run and not judged. */
  evaluation_profile: string | null;
}

/** Composes the name of a profile's folder: its id for people, and the first eight digits of its settings' hash. */
export function profileFolder(profileId: string, fingerprint: string): string {
  return `${profileId}-${fingerprint.slice(0, 8)}`;
}

/** The id in the name of a profile's folder. */
export function profileIdOf(folder: string): string {
  return folder.replace(/-[0-9a-f]{8}$/, "");
}

/** `<suite>/<run profile>/<evaluation profile>`, or only the first two if nothing was judged. */
export function writeCampaignName({
  suite_id,
  run_profile,
  evaluation_profile = null,
}: RunCampaignName & Partial<CampaignName>): string {
  const runs = `${suite_id}/${run_profile}`;
  return evaluation_profile === null ? runs : `${runs}/${evaluation_profile}`;
}

/** Parses the output of `writeCampaignName`. */
export function readCampaignName(written: string): CampaignName {
  const [suite_id = "", run_profile = "", evaluation_profile = null] = written.split("/");
  return { suite_id, run_profile, evaluation_profile };
}

/** The first two parts of a campaign's name, or of a place in it. */
export function runsInPlace(place: string): string {
  return place.split("/", 2).join("/");
}

/** True if a profile's folder is named by its whole name, or by its id alone. */
export function namesProfile(written: string, folder: string): boolean {
  return written === folder || written === profileIdOf(folder);
}
