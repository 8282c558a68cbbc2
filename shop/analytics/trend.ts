/** A figure compared with the preceding period of equal length. */
export type Trend =
  | { kind: 'up' | 'down'; percent: number }
  | { kind: 'same' }
  /** The figure before was zero, so that there is no percentage. */
  | { kind: 'new' }

/** The change in whole percent, rounded half up; below half a percent it is 'same'. */
export function trendOf(current: number, previous: number): Trend {
  if (previous === 0) return current === 0 ? { kind: 'same' } : { kind: 'new' }
  const percent = Math.round((Math.abs(current - previous) / previous) * 100)
  if (percent === 0) return { kind: 'same' }
  return { kind: current > previous ? 'up' : 'down', percent }
}
