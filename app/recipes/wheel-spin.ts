/** The wheel's arithmetic. Segment 0 is under the pointer at the top; the others follow clockwise. */

export const SPIN_MS = 3_000
const FEWEST_TURNS = 3
const MOST_TURNS = 10
/** How far from the middle of its segment the pointer may come to rest, as a part of the segment. */
const SPREAD = 0.7

export type Spin = {
  /** The chosen segment. */
  index: number
  /** Degrees, clockwise, from the wheel's present angle: 3 to 10 full turns further. */
  rotation: number
}

/**
 * Where the wheel stops. `random` is uniform in [0, 1): its first digits choose the segment, each equally likely, and
 * the digits after that the number of turns and the resting place. `from` is the wheel's rotation in degrees.
 */
export function spin(random: number, from: number, segments: number): Spin {
  const [index, afterIndex] = takeDigit(random, segments)
  const [turns, rest] = takeDigit(afterIndex, MOST_TURNS - FEWEST_TURNS)
  const width = 360 / segments
  const target = -index * width + (rest - 0.5) * SPREAD * width
  const onward = (((target - from) % 360) + 360) % 360
  return { index, rotation: from + (FEWEST_TURNS + turns) * 360 + onward }
}

/** Splits a number in [0, 1) into a whole number below `base` and what is left, again in [0, 1). */
function takeDigit(random: number, base: number): [number, number] {
  const scaled = random * base
  const digit = Math.floor(scaled)
  return [digit, scaled - digit]
}

/** The segment that a wheel turned by `rotation` degrees has under its pointer. */
export function segmentUnderPointer(rotation: number, segments: number): number {
  const steps = Math.round((-rotation / 360) * segments)
  return ((steps % segments) + segments) % segments
}
