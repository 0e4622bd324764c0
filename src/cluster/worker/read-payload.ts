import type { JobContext } from "./job-context.ts";

/** Reads a job's payload. Its hash was verified on the way. */
export async function readPayload<Parcel>({ job, fetchContent }: JobContext): Promise<Parcel> {
  return JSON.parse((await fetchContent(job.payload)).toString()) as Parcel;
}
