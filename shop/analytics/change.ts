export type Change =
  /** `by`: in the figure's unit, above zero. `percent`: with one decimal. */
  | { kind: 'up' | 'down'; by: number; percent: number }
  | { kind: 'same' }
  /** The former figure is zero or was not measured. */
  | { kind: 'none_before' }
  /** The figure itself was not measured. */
  | { kind: 'none_now' }

/** `null`: a figure that could not be computed. */
export function changeOf(current: number | null, before: number | null): Change {
  if (before === null || before === 0) return { kind: 'none_before' }
  if (current === null) return { kind: 'none_now' }
  if (current === before) return { kind: 'same' }
  const by = Math.abs(current - before)
  return { kind: current > before ? 'up' : 'down', by, percent: Math.round((by / before) * 1000) / 10 }
}
