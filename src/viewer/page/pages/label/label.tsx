import { useEffect, useState } from "preact/hooks";
import type { LabelDeskState, LabelQueueName } from "../../../wire/index.ts";
import { isLive } from "../../state/chunks.ts";
import { route } from "../../state/route.ts";
import { askDesk, deskKey } from "./ask-desk.ts";
import { LabelStart } from "./label-start.tsx";
import { LabelTaskView } from "./label-task.tsx";

/** Labelling: choose annotator and queue, then one packet after another by keyboard. */
export function LabelView() {
  const queue = queueInAddress();
  if (!isLive)
    return (
      <p class="empty" role="alert">
        Labelling writes files, so it needs the server: run <code>assay view</code> in the workspace.
      </p>
    );
  if (deskKey === null)
    return (
      <p class="empty" role="alert">
        To label, open the whole address that <code>assay view</code> printed: it has the key that lets this page store
        labels.
      </p>
    );
  return queue === null ? <LabelStart /> : <LabelQueue queue={queue} key={JSON.stringify(queue)} />;
}

function LabelQueue({ queue }: { queue: LabelQueueName }) {
  const [state, setState] = useState<LabelDeskState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async (request: Parameters<typeof askDesk>[0]) => {
    const reply = await askDesk(request);
    setProblem(reply.ok ? null : reply.problem);
    if ("state" in reply && reply.state) setState(reply.state);
    return reply.ok;
  };
  useEffect(() => void ask({ action: "open", ...queue }), []);
  return (
    <>
      {problem !== null && (
        <p class="label-problem" role="alert">
          {problem}
        </p>
      )}
      {state === null && problem === null && (
        <p class="empty" role="status">
          Loading …
        </p>
      )}
      {state && <LabelTaskView state={state} queue={queue} ask={ask} key={`${state.task?.id} ${state.done}`} />}
    </>
  );
}

/** Reads the queue from the address, which can be bookmarked per annotator. */
function queueInAddress(): LabelQueueName | null {
  const { query } = route.value;
  const annotator = query.get("annotator");
  if (annotator === null || annotator === "") return null;
  const optional = (name: string) => query.get(name) ?? undefined;
  return {
    annotator,
    settles: query.get("settles") === "yes" ? true : undefined,
    plan: optional("plan"),
    campaign: optional("campaign"),
    question: optional("question"),
  };
}
