/** A figure beside that of the days before. */

export type Change =
  /** `by` is in the figure's own unit, above zero; `percent` of the figure before, with one decimal. */
  | { kind: 'up' | 'down'; by: number; percent: number }
  | { kind: 'same' }
  /** There is nothing to compare with: the figure before is zero, or was not measured. */
  | { kind: 'none_before' }
  /** The figure itself was not measured. */
  | { kind: 'none_now' }

/** The change from the figure before; null for one that could not be computed. */
export function changeOf(current: number | null, before: number | null): Change {
  if (before === null || before === 0) return { kind: 'none_before' }
  if (current === null) return { kind: 'none_now' }
  if (current === before) return { kind: 'same' }
  const by = Math.abs(current - before)
  return { kind: current > before ? 'up' : 'down', by, percent: Math.round((by / before) * 1000) / 10 }
}
