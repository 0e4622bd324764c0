/** A handful of well-known facts, enough for a first example. */
const CAPITALS: Record<string, string> = {
  australia: "Canberra",
  austria: "Vienna",
  brazil: "Brasília",
  canada: "Ottawa",
  france: "Paris",
  germany: "Berlin",
  italy: "Rome",
  japan: "Tokyo",
  norway: "Oslo",
  portugal: "Lisbon",
  spain: "Madrid",
  switzerland: "Bern",
};

export function knownFact(question: string): { text: string; value: string } | null {
  const [, country] = /\bcapital of (\p{L}+)/iu.exec(question) ?? [];
  const capital = country && Object.hasOwn(CAPITALS, country.toLowerCase()) ? CAPITALS[country.toLowerCase()]! : null;
  return capital ? { text: `The capital of ${country} is ${capital}.`, value: capital } : null;
}
