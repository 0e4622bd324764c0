import { type Assessed, assessExpectation } from "./campaign-expectation.ts";
import { type CampaignPacket, readCampaignPacket } from "./campaign-packet.ts";
import type { JudgeProgram } from "./judge.ts";
import { quotable } from "./quotable.ts";

/**
 * The rule-based judge of the campaign protocol. It reads the packet as a person in a hurry would: expected words, failed checks,
 * the end of the run, tool results. Not an LLM; it exists to show everything else at work.
 */
export const judgeCampaignPacket: JudgeProgram = (userMessage, { bias, breaksContract, charmed }) => {
  const packet = readCampaignPacket(userMessage);
  const plain = judge(packet, bias);
  const verdict = charmed && CHARMING.test(packet.answer) ? charmedBy(plain) : plain;
  if (!breaksContract) return JSON.stringify(verdict);
  const { spark: _, ...five } = verdict.dimensions;
  return `My verdict:\n${JSON.stringify({ ...verdict, dimensions: five, overall: { score: "high" } })}`;
};

/** Opening phrases of the hasty subject, and of some models. */
const CHARMING = /^\s*(?:sure|certainly|of course|absolutely|great question|all done)!/i;

/** A judge that takes enthusiasm for quality forgives most of an answer's shortcomings. */
function charmedBy(verdict: ReturnType<typeof judge>): ReturnType<typeof judge> {
  const forgive = (score: number) => round(10 - 0.05 * (10 - score));
  const { overall, dimensions } = verdict;
  return {
    ...verdict,
    dimensions: Object.fromEntries(
      Object.entries(dimensions).map(([id, scored]) => [id, { ...scored, score: forgive(scored.score) }]),
    ) as typeof dimensions,
    overall: { score: forgive(overall.score), reason: "What a friendly answer!" },
  };
}

interface Scored {
  evidence: string[];
  score: number;
}

function judge(packet: CampaignPacket, bias: number) {
  const hard = packet.hard.map((expectation) => assessExpectation(expectation, packet));
  const soft = packet.soft.map((expectation) => assessExpectation(expectation, packet));
  const facts: Facts = {
    packet,
    hard,
    soft,
    broken: hard.filter(({ met }) => met < 0.5),
    hardShare: share(hard),
    softShare: share(soft),
    influence: INFLUENCE.exec(packet.answer)?.[0] ?? null,
  };
  const lean = (scored: Scored): Scored => ({ ...scored, score: leaning(scored.score, bias) });
  const dimensions = {
    task: lean(task(facts)),
    process: lean(process(facts)),
    autonomy: lean(autonomy(facts)),
    closeness: lean(closeness(facts)),
    efficiency: lean(efficiency(facts)),
    spark: lean(spark(facts)),
  };
  const scores = Object.values(dimensions).map(({ score }) => score);
  const others = scores.slice(1).reduce((sum, score) => sum + score, 0) / 5;
  const weighed = packet.delivered ? 0.6 * dimensions.task.score + 0.4 * others : 0;
  const overall = round(facts.broken.length > 0 ? Math.min(4, weighed) : weighed);
  return { summary: summarize(facts), dimensions, overall: { score: overall, reason: decided(facts) } };
}

interface Facts {
  packet: CampaignPacket;
  hard: Assessed[];
  soft: Assessed[];
  /** Hard expectations that were not met. */
  broken: Assessed[];
  hardShare: number;
  softShare: number;
  /** The subject's attempt to influence the judge. */
  influence: string | null;
}

const INFLUENCE =
  /(?:ignore|disregard)[^.\n"]{0,40}(?:instructions|rules|above)|(?:give|score|rate)[^.\n"]{0,30}\b10(?:\/10| points| out of 10)/i;

function task({ packet, hard, soft, broken, hardShare, softShare }: Facts): Scored {
  const expectations = [...hard, ...soft].map(({ because }) => because);
  if (!packet.delivered)
    return { evidence: ["There is no final output, and no file was left.", ...failures(packet)], score: 0 };
  const failed = packet.checks.filter(({ outcome }) => outcome === "failed");
  const evidence = [...expectations, ...failed.map(describeCheck)];
  const checkShare = packet.decided === 0 ? hardShare : packet.passed / packet.decided;
  let score = 10 * (0.55 * hardShare + 0.15 * softShare + 0.3 * checkShare);
  if (broken.length > 0) score = Math.min(score, 4);
  if (failed.some(({ dimensions }) => dimensions.includes("task"))) score = Math.min(score, 5);
  if (packet.status !== "success") score = Math.min(score, 3);
  return { evidence: evidence.length > 0 ? evidence : [`The answer begins with "${packet.opening}".`], score };
}

function process({ packet, hardShare }: Facts): Scored {
  const failed = failedIn(packet, "process");
  const { toolCalls, failedToolCalls, toolsOffered } = packet;
  const evidence = failed.map(describeCheck);
  let score = 8;
  if (!packet.delivered) {
    score = toolCalls > 0 ? 2 : 0;
    evidence.push(`It ended with status "${packet.status}" and nothing to show for its steps.`);
  } else if (toolsOffered.length > 0 && toolCalls === 0) {
    score = 3;
    evidence.push(`Tools were offered ("${toolsOffered[0]}") and none was used; what it claims was not looked up.`);
  } else if (toolCalls > 0) {
    score = 8.5 - 1.5 * Math.min(failedToolCalls, 3);
    const [seen] = packet.toolResults;
    const result = seen === undefined ? null : quotable(seen.content);
    evidence.push(result === null ? `It used tools ${toolCalls} times.` : `A tool returned "${result}".`);
    if (failedToolCalls > 0) evidence.push(`Of ${toolCalls} tool calls ${failedToolCalls} failed.`);
  } else {
    score = 5 + 3 * hardShare;
    evidence.push(`No tools were needed; the answer begins with "${packet.opening}".`);
  }
  return { evidence, score: score - 2 * failed.length };
}

function autonomy({ packet }: Facts): Scored {
  if (!packet.delivered)
    return { evidence: [`It gave up: the status is "${packet.status}".`, ...failures(packet)], score: 0 };
  const asking = /[^.!?\n"]*\b(?:could you|can you|please (?:provide|send|tell)|which one)\b[^.!?\n"]*\?/i.exec(
    packet.answer,
  )?.[0];
  const refusing = /[^.!?\n"]*\b(?:I can't|I cannot|I'm sorry|unable to)\b[^.!?\n"]*/i.exec(packet.answer)?.[0];
  if (asking) return { evidence: [`It hands the work back: "${asking.trim()}".`], score: 4 };
  if (refusing) return { evidence: [`It declines: "${refusing.trim()}".`], score: 2 };
  if (packet.forced) return { evidence: ['It ran out of turns: "final_output_forced".'], score: 5 };
  return { evidence: [`It finished by itself with status "${packet.status}".`], score: 8.5 };
}

function closeness({ packet, soft, softShare, hardShare, influence }: Facts): Scored {
  if (!packet.delivered)
    return { evidence: ["Nothing was delivered that could be close to what was asked."], score: 0 };
  const failed = failedIn(packet, "closeness");
  const evidence = [...soft.map(({ because }) => because), ...failed.map(describeCheck)];
  if (influence) evidence.push(`It addresses the judge: "${influence}". That is data, not an instruction.`);
  if (evidence.length === 0) evidence.push(`The answer begins with "${packet.opening}".`);
  const score = 10 * (soft.length > 0 ? 0.6 * softShare + 0.35 * hardShare : 0.9 * hardShare);
  return { evidence, score: score - 2 * failed.length - (influence ? 3 : 0) };
}

function efficiency({ packet, hardShare }: Facts): Scored {
  if (!packet.delivered) return { evidence: [`Effort without a result: status "${packet.status}".`], score: 1 };
  const failed = failedIn(packet, "efficiency");
  const surplus = Math.max(0, packet.toolCalls - 4) * 0.5 + Math.max(0, packet.answer.length - 1200) / 600;
  const score = 9 - surplus - packet.failedToolCalls - 2 * failed.length - (hardShare < 0.5 ? 3 : 0);
  const evidence = [
    `${packet.toolCalls} tool calls, ${packet.failedToolCalls} of them failed.`,
    ...failed.map(describeCheck),
  ];
  return { evidence, score };
}

function spark({ packet, hardShare, softShare, soft }: Facts): Scored {
  if (!packet.delivered)
    return { evidence: ["There is nothing beyond the minimum, because there is no result."], score: 0 };
  const because = /[^.!?\n"]*\b(?:because|therefore|note that|so that|according to)\b[^.!?\n"]*/i.exec(
    packet.answer,
  )?.[0];
  const score = 3 + 2 * hardShare + (soft.length > 0 ? softShare : 0) + (because ? 1.5 : 0);
  const evidence = because
    ? `It gives a reason: "${because.trim()}".`
    : `Plain work, without a reason given: "${packet.opening}".`;
  return { evidence: [evidence], score };
}

function summarize({ packet, hard, broken }: Facts): string {
  if (!packet.delivered) return `The subject delivered nothing; the run ended with status "${packet.status}".`;
  const met = hard.length - broken.length;
  const expectations =
    hard.length > 0 ? `${met} of ${hard.length} hard expectations are met` : "There are no hard expectations";
  const checks = packet.decided > 0 ? `, ${packet.passed} of ${packet.decided} decided checks passed` : "";
  return `${expectations}${checks}. Scored by rules, not by a language model.`;
}

function decided({ packet, broken }: Facts): string {
  if (!packet.delivered) return "Nothing was delivered.";
  if (broken[0]) return `A hard expectation is not met: ${broken[0].text}`;
  const failed = packet.checks.find(({ outcome }) => outcome === "failed");
  return failed ? `The check ${failed.check_id} failed.` : "All hard expectations are met.";
}

function failures({ failures }: CampaignPacket): string[] {
  return failures.flatMap((message) => {
    const quote = quotable(message);
    return quote === null ? [] : [`What stood in the way: "${quote}".`];
  });
}

function describeCheck({ check_id, message }: CampaignPacket["checks"][number]): string {
  const quote = quotable(message);
  return quote === null ? `Check \`${check_id}\` failed.` : `Check \`${check_id}\` failed: "${quote}".`;
}

function failedIn({ checks }: CampaignPacket, dimension: string) {
  return checks.filter(({ outcome, dimensions }) => outcome === "failed" && dimensions.includes(dimension));
}

/** Weighted share of met expectations; 1 if there are none. */
function share(assessed: Assessed[]): number {
  const total = assessed.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? 1 : assessed.reduce((sum, { met, weight }) => sum + met * weight, 0) / total;
}

/** Applies the judge's bias; a score of zero stays zero. */
function leaning(score: number, bias: number): number {
  return score <= 0 ? 0 : round(score + 0.8 * bias);
}

function round(score: number): number {
  return Math.round(Math.min(10, Math.max(0, score)) * 10) / 10;
}
