/** Cached: creating a formatter takes as long as formatting dozens of numbers. */
const formats = new Map<string, Intl.NumberFormat>()

function format(value: number, style: 'decimal' | 'percent', maximumFractionDigits: number): string {
  const key = style + maximumFractionDigits
  const cached = formats.get(key) ?? new Intl.NumberFormat('en-IN', { style, maximumFractionDigits })
  formats.set(key, cached)
  return cached.format(value)
}

/** Returns '2,84,310', with Indian grouping. */
export function formatNumber(value: number, maxDecimals = 3): string {
  return format(value, 'decimal', maxDecimals)
}

/** Returns '12.5%'. `share` may be above 1. */
export function formatPercent(share: number): string {
  return format(share, 'percent', 1)
}
