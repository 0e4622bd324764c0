export interface Circle {
  x: number;
  y: number;
  radius: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlacedLabel {
  box: Box;
  /** Line from the bubble to a label that was moved away; null if they touch. */
  leader: Segment | null;
}

export interface Segment {
  fromX: number;
  fromY: number;
  toX: number;
  toY: number;
}

/** Distance between a label and its neighbours. */
const GAP = 3;
const ANGLES = 24;
const RING_STEP = 7;
/** Distance from the bubble at which a label needs a line. */
const LEADER_FROM = 12;

/**
 * Places every bubble's label without covering other labels, and if possible no bubble. Labels in the densest areas choose first, among
 * positions on rings of growing distance, and take the cheapest: covering a bubble, crossing a label with the line and distance cost
 * something; covering a label or leaving the frame is forbidden. Deterministic. A label that fits nowhere stays beside its bubble.
 */
export function placeLabels(
  bubbles: readonly Circle[],
  sizes: readonly { width: number; height: number }[],
  frame: Box,
  /** Lines that labels should avoid. */
  strokes: readonly Segment[] = [],
): PlacedLabel[] {
  const placed = new Array<PlacedLabel | undefined>(bubbles.length).fill(undefined);
  for (const index of densestFirst(bubbles)) {
    let best: { label: PlacedLabel; cost: number } | undefined;
    for (const label of candidates(bubbles[index]!, sizes[index]!)) {
      const cost = costOf(label, index, { bubbles, placed, frame, strokes });
      if (cost !== null && (best === undefined || cost < best.cost - 1e-9)) best = { label, cost };
    }
    placed[index] = best?.label ?? candidates(bubbles[index]!, sizes[index]!).next().value!;
  }
  return placed.map((label) => label!);
}

export function boxesOverlap(first: Box, second: Box, gap = 0): boolean {
  return (
    first.left < second.left + second.width + gap &&
    second.left < first.left + first.width + gap &&
    first.top < second.top + second.height + gap &&
    second.top < first.top + first.height + gap
  );
}

function densestFirst(bubbles: readonly Circle[]): number[] {
  const crowding = bubbles.map((bubble) =>
    bubbles.reduce((sum, other) => sum + 1 / (40 + Math.hypot(other.x - bubble.x, other.y - bubble.y)), 0),
  );
  return bubbles.map((_, index) => index).sort((a, b) => crowding[b]! - crowding[a]! || a - b);
}

/** Yields positions: right of the bubble first, then around it, then on wider rings. */
function* candidates(bubble: Circle, size: { width: number; height: number }): Generator<PlacedLabel, undefined> {
  for (let ring = 0; ring < 60; ring++) {
    const reach = bubble.radius + GAP + 1 + ring * RING_STEP;
    for (let step = 0; step < ANGLES; step++) {
      const angle = (step * 2 * Math.PI) / ANGLES;
      const towardsX = Math.cos(angle);
      const towardsY = Math.sin(angle);
      // The box's point nearest to the bubble moves along its edge with the angle.
      const anchorX = bubble.x + towardsX * reach;
      const anchorY = bubble.y + towardsY * reach;
      const box = {
        left: anchorX - (size.width * (1 - towardsX)) / 2,
        top: anchorY - (size.height * (1 - towardsY)) / 2,
        ...size,
      };
      const toX = clamp(bubble.x, box.left, box.left + box.width);
      const toY = clamp(bubble.y, box.top, box.top + box.height);
      const away = Math.hypot(toX - bubble.x, toY - bubble.y);
      const leader =
        away - bubble.radius > LEADER_FROM
          ? {
              fromX: bubble.x + ((toX - bubble.x) * bubble.radius) / away,
              fromY: bubble.y + ((toY - bubble.y) * bubble.radius) / away,
              toX,
              toY,
            }
          : null;
      yield { box, leader };
    }
  }
  return undefined;
}

interface Surroundings {
  bubbles: readonly Circle[];
  placed: readonly (PlacedLabel | undefined)[];
  frame: Box;
  strokes: readonly Segment[];
}

function costOf(
  { box, leader }: PlacedLabel,
  own: number,
  { bubbles, placed, frame, strokes }: Surroundings,
): number | null {
  if (
    box.left < frame.left ||
    box.top < frame.top ||
    box.left + box.width > frame.left + frame.width ||
    box.top + box.height > frame.top + frame.height
  )
    return null;
  const away = distanceTo(box, bubbles[own]!);
  // Prefer positions beside the bubble, level with it.
  let cost = Math.max(0, away) + 0.5 * Math.abs(box.top + box.height / 2 - bubbles[own]!.y);
  for (const [index, bubble] of bubbles.entries()) {
    cost += 400 * coverage(box, bubble);
    if (index === own) continue;
    // A label equally near to another bubble is ambiguous.
    if (distanceTo(box, bubble) < away + 5) cost += 22;
    if (leader && crossesBox(leader, around(bubble))) cost += 25;
  }
  for (const stroke of strokes) if (crossesBox(stroke, box)) cost += 7;
  for (const other of placed) {
    if (other === undefined) continue;
    if (boxesOverlap(box, other.box, GAP)) return null;
    if (leader && crossesBox(leader, other.box)) cost += 200;
    if (other.leader && crossesBox(other.leader, box)) cost += 200;
  }
  return cost;
}

function distanceTo(box: Box, bubble: Circle): number {
  const nearX = clamp(bubble.x, box.left, box.left + box.width);
  const nearY = clamp(bubble.y, box.top, box.top + box.height);
  return Math.hypot(bubble.x - nearX, bubble.y - nearY) - bubble.radius;
}

/** Returns how far a bubble reaches into the box, 0 to 1. */
function coverage(box: Box, bubble: Circle): number {
  const outside = distanceTo(box, bubble);
  return outside >= 1 ? 0 : 0.05 + (1 - outside) / (bubble.radius + 1);
}

function around(bubble: Circle): Box {
  const side = bubble.radius * 1.4;
  return { left: bubble.x - side / 2, top: bubble.y - side / 2, width: side, height: side };
}

/** Returns whether a segment meets a box, by clipping it against the four sides (Liang and Barsky). */
function crossesBox(line: Segment, box: Box): boolean {
  const directionX = line.toX - line.fromX;
  const directionY = line.toY - line.fromY;
  let enter = 0;
  let leave = 1;
  for (const [direction, distance] of [
    [-directionX, line.fromX - box.left],
    [directionX, box.left + box.width - line.fromX],
    [-directionY, line.fromY - box.top],
    [directionY, box.top + box.height - line.fromY],
  ] as const) {
    if (direction === 0) {
      if (distance < 0) return false;
      continue;
    }
    const at = distance / direction;
    if (direction < 0) enter = Math.max(enter, at);
    else leave = Math.min(leave, at);
  }
  return enter < leave;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
