/** `index` brought back into 0 … count - 1 from either side: after the last comes the first. */
export function wrapped(index: number, count: number): number {
  return ((index % count) + count) % count
}

/** The slide whose start stands nearest to the scroll position; 0 without slides. Both in pixels. */
export function nearestSlide(position: number, starts: readonly number[]): number {
  const distances = starts.map((start) => Math.abs(start - position))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}

/** Whether a row that was sent to `start` is there; snapping may stop it a fraction of a pixel beside. Both in pixels. */
export function hasArrived(position: number, start: number | undefined): boolean {
  return start === undefined || Math.abs(position - start) < 2
}
