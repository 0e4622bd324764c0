import type { LabelReply, LabelRequest } from "../../../wire/index.ts";

/** Key for storing labels, from the address that `assay view` printed. */
export const deskKey = new URLSearchParams(location.search).get("token");

/** Sends a request to the desk. A network error is a problem like any other, though the label may have been stored. */
export async function askDesk(request: LabelRequest): Promise<LabelReply> {
  try {
    const response = await fetch(`label?token=${deskKey}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
    });
    if (response.ok) return await response.json();
    return { ok: false, problem: (await response.text()).trim() };
  } catch {
    return {
      ok: false,
      problem: "The server does not answer; is `assay view` still running? What you just gave may not be stored.",
    };
  }
}
