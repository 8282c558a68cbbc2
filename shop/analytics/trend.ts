/** How a figure stands against the one of the equal period before. */
export type Trend =
  | { kind: 'up' | 'down'; percent: number }
  | { kind: 'same' }
  /** Nothing before, so there is nothing to compare with. */
  | { kind: 'new' }

/** The change in whole percent, rounded half up; a change below half a percent is none. */
export function trendOf(current: number, previous: number): Trend {
  if (previous === 0) return current === 0 ? { kind: 'same' } : { kind: 'new' }
  const percent = Math.round((Math.abs(current - previous) / previous) * 100)
  if (percent === 0) return { kind: 'same' }
  return { kind: current > previous ? 'up' : 'down', percent }
}
