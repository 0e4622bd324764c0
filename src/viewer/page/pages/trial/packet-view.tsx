import type { ComponentChildren } from "preact";
import type { JudgingCard } from "../../../wire/index.ts";
import { PassMark } from "../../parts/figures/marks.tsx";
import { PacketText } from "../../parts/texts/packet-text.tsx";
import { PacketTree } from "../../parts/texts/packet-tree.tsx";

/** Shows the whole packet, in the order of events. */
export function PacketView({ judging }: { judging: JudgingCard }) {
  const { packet } = judging;
  const { evaluation_target: target, subject_response: response, execution_evidence: evidence } = packet;
  const { final_output, assistant_messages, ...figures } = response;
  const { task_messages, expectations, ...rubric } = target;
  return (
    <section class="card packet" aria-labelledby="happened-title">
      <h2 id="happened-title">What happened</h2>
      {task_messages.map(({ role, content, turn }, at) => (
        <Step key={at} who={turn === undefined ? role : `${role} ${turn}`} kind="task">
          <PacketText path={`evaluation_target.task_messages[${at}].content`} text={content} />
        </Step>
      ))}
      {assistant_messages.map((text, at) => (
        <Step key={at} who="subject" kind="said">
          <PacketText path={`subject_response.assistant_messages[${at}]`} text={text} />
        </Step>
      ))}
      {evidence.key_trace_events.map((event, at) => (
        <TraceStep key={at} event={event} path={`execution_evidence.key_trace_events[${at}]`} />
      ))}
      <Step who="answer" kind="answer">
        {final_output === null ? (
          <span class="muted">The subject never answered.</span>
        ) : (
          <PacketText path="subject_response.final_output" text={final_output} />
        )}
      </Step>
      {evidence.artifacts.map(({ artifact_type, basename, bytes, excerpt, note }, at) => (
        <Step key={at} who="file" kind="file">
          <div class="muted small">
            <PacketText path={`execution_evidence.artifacts[${at}].basename`} text={basename} /> · {artifact_type},{" "}
            {bytes} bytes
            {note ? ` · ${note}` : ""}
          </div>
          {excerpt !== undefined && <PacketText path={`execution_evidence.artifacts[${at}].excerpt`} text={excerpt} />}
        </Step>
      ))}
      {evidence.material_failures.map(({ stage, message }, at) => (
        <Step key={at} who="failure" kind="failure">
          <PacketText path={`execution_evidence.material_failures[${at}].stage`} text={stage} />:{" "}
          <PacketText path={`execution_evidence.material_failures[${at}].message`} text={message} />
        </Step>
      ))}
      {evidence.check_results.length > 0 && (
        <Step who="checks" kind="checks">
          <ul class="checks">
            {evidence.check_results.map(({ check_id, kind, outcome, message, required }, at) => {
              const path = `execution_evidence.check_results[${at}]`;
              return (
                <li key={at}>
                  <PassMark passed={outcome === "passed" ? true : outcome === "failed" ? false : null} />{" "}
                  <PacketText path={`${path}.check_id`} text={check_id} />{" "}
                  <span class="muted small">
                    <PacketText path={`${path}.kind`} text={kind} /> ·{" "}
                    <PacketText path={`${path}.outcome`} text={outcome} />
                    {required ? " · required" : ""}
                  </span>
                  {message !== undefined && (
                    <div class="small">
                      <PacketText path={`${path}.message`} text={message} />
                    </div>
                  )}
                </li>
              );
            })}
          </ul>
        </Step>
      )}
      <details>
        <summary>What was expected, and the figures that the judges saw</summary>
        <PacketTree path="evaluation_target.expectations" value={expectations} />
        <PacketTree path="evaluation_target" value={rubric} />
        <PacketTree path="subject_response" value={figures} />
        <PacketTree path="execution_evidence.deterministic_summary" value={evidence.deterministic_summary} />
        {packet.shortened.length > 0 && <PacketTree path="shortened" value={packet.shortened} />}
      </details>
    </section>
  );
}

type PacketEvent = JudgingCard["packet"]["execution_evidence"]["key_trace_events"][number];

function TraceStep({ event, path }: { event: PacketEvent; path: string }) {
  if (event.kind === "left_out")
    return (
      <Step who="…" kind="left-out">
        <span class="muted">{event.events} events are left out of what the judges saw.</span>
      </Step>
    );
  if (event.kind === "message") return null;
  if (event.kind === "account_differs")
    return (
      <Step who="differs" kind="failure">
        <PacketText path={`${path}.message`} text={event.message} />
      </Step>
    );
  if (event.kind === "tool_call")
    return (
      <Step who="tool call" kind="tool">
        <code>
          <PacketText path={`${path}.tool_name`} text={event.tool_name} />(
          <PacketText path={`${path}.arguments`} text={event.arguments} />)
        </code>
      </Step>
    );
  return (
    <Step who="result" kind={event.status === "error" ? "tool failure" : "tool"}>
      {event.content === undefined ? (
        <span class="muted">as in {event.see}</span>
      ) : (
        <PacketText path={`${path}.content`} text={event.content} />
      )}
    </Step>
  );
}

function Step({ who, kind, children }: { who: string; kind: string; children: ComponentChildren }) {
  return (
    <div class={`step ${kind}`}>
      <div class="who">{who}</div>
      <div class="what">{children}</div>
    </div>
  );
}
