/** Made on first use and kept: making one takes as long as writing dozens of numbers. */
const formats = new Map<string, Intl.NumberFormat>()

function format(value: number, style: 'decimal' | 'percent', maximumFractionDigits: number): string {
  const key = style + maximumFractionDigits
  const kept = formats.get(key) ?? new Intl.NumberFormat('en-IN', { style, maximumFractionDigits })
  formats.set(key, kept)
  return kept.format(value)
}

/** '2,84,310': Indian grouping, with at most `maxDecimals` decimals. */
export function formatNumber(value: number, maxDecimals = 3): string {
  return format(value, 'decimal', maxDecimals)
}

/** '12.5%', with at most one decimal. `share` is 0 to 1 and may be above. */
export function formatPercent(share: number): string {
  return format(share, 'percent', 1)
}
