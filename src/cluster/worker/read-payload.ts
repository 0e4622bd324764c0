import type { JobContext } from "./job-context.ts";

/** What a job has to do, as the coordinator wrote it. Its hash was checked on the way. */
export async function readPayload<Parcel>({ job, fetchContent }: JobContext): Promise<Parcel> {
  return JSON.parse((await fetchContent(job.payload)).toString()) as Parcel;
}
