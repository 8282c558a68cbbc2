/** How counting is drawn: one box for each, or for several where there are too many to draw. */
const MOST_BOXES = 48

/** The boxes of a task, and how many of them are full. */
export function boxesOf(quantity: number, done: number): { boxes: number; full: number } {
  if (quantity <= MOST_BOXES) return { boxes: quantity, full: done }
  const full =
    done >= quantity ? MOST_BOXES : Math.min(MOST_BOXES - 1, Math.floor((done / quantity) * MOST_BOXES))
  return { boxes: MOST_BOXES, full }
}
