/** How many people stand in a rating row. */
export const PEOPLE_IN_ROW = 5

/** How many of the five people are filled: the percentage of five, rounded half up, never outside the row. */
export function filledPeople(percentage: number): number {
  if (!Number.isFinite(percentage)) return 0
  return Math.min(PEOPLE_IN_ROW, Math.max(0, Math.round((percentage / 100) * PEOPLE_IN_ROW)))
}
