/** '2,84,310': Indian grouping, with at most `maxDecimals` decimals. */
export function formatNumber(value: number, maxDecimals = 3): string {
  return value.toLocaleString('en-IN', { maximumFractionDigits: maxDecimals })
}

/** '12.5%', with at most one decimal. `share` is 0 to 1 and may be above. */
export function formatPercent(share: number): string {
  return share.toLocaleString('en-IN', { style: 'percent', maximumFractionDigits: 1 })
}
