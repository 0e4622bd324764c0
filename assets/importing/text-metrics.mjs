/**
 * How close the answer is to one of some texts: edit distance, ROUGE-N, BLEU or GLEU. Written by `assay import`; yours to change.
 */
export function check(it) {
  const { metric, references, threshold, n = 1 } = it.check.arguments;
  const answer = it.run.final_output ?? "";
  if (metric === "levenshtein") {
    const distance = Math.min(...references.map((reference) => levenshtein(answer, reference)));
    return { passed: distance <= threshold, message: `edit distance ${distance}, at most ${threshold} allowed` };
  }
  const score = Math.max(...references.map((reference) => METRICS[metric](answer, reference, n)));
  return { passed: score >= threshold, message: `${metric} ${score.toFixed(3)}, at least ${threshold} needed` };
}

/** Insertions, deletions and replacements that turn one text into the other. */
export function levenshtein(one, other) {
  const a = [...one];
  const b = [...other];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++)
      row.push(Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    last = row;
  }
  return last[b.length];
}

/** How much of the reference's n-grams the answer has (Lin 2004, recall). */
export function rouge(answer, reference, n = 1) {
  const wanted = ngrams(words(reference), n);
  const total = sum(wanted);
  return total === 0 ? 0 : overlap(ngrams(words(answer), n), wanted) / total;
}

/** Precision of 1- to 4-grams with a penalty for brevity (Papineni et al. 2002). */
export function bleu(answer, reference) {
  const candidate = words(answer);
  const wanted = words(reference);
  if (candidate.length === 0 || wanted.length === 0) return 0;
  let logs = 0;
  for (let n = 1; n <= 4; n++) {
    const found = ngrams(candidate, n);
    const total = sum(found);
    const common = overlap(found, ngrams(wanted, n));
    // Chen and Cherry's first smoothing: an order without a match counts a little, not as nothing.
    logs += Math.log((common === 0 ? 0.1 : common) / Math.max(total, 1)) / 4;
  }
  const brevity = candidate.length > wanted.length ? 1 : Math.exp(1 - wanted.length / candidate.length);
  return Math.min(1, brevity * Math.exp(logs));
}

/** The smaller of precision and recall over all 1- to 4-grams (Wu et al. 2016). */
export function gleu(answer, reference) {
  let common = 0;
  let candidates = 0;
  let references = 0;
  for (let n = 1; n <= 4; n++) {
    const found = ngrams(words(answer), n);
    const wanted = ngrams(words(reference), n);
    common += overlap(found, wanted);
    candidates += sum(found);
    references += sum(wanted);
  }
  const most = Math.max(candidates, references);
  return most === 0 ? 0 : common / most;
}

/** Edits relative to the longer text, from 0 to 1. */
export function fuzzy(answer, reference) {
  const most = Math.max([...answer].length, [...reference].length);
  return most === 0 ? 1 : 1 - levenshtein(answer, reference) / most;
}

const METRICS = { rouge, bleu, gleu, fuzzy };

function words(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu) ?? [];
}

function ngrams(list, n) {
  const counts = new Map();
  for (let at = 0; at + n <= list.length; at++) {
    const gram = list.slice(at, at + n).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function overlap(one, other) {
  let common = 0;
  for (const [gram, count] of one) common += Math.min(count, other.get(gram) ?? 0);
  return common;
}

function sum(counts) {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
