/** '12.5%'; `none` where there is nothing to divide by. `share` is 0 to 1 and may be above. */
export function percentWords(share: number | null, none: string): string {
  if (share === null) return none
  return share.toLocaleString('en-IN', { style: 'percent', maximumFractionDigits: 1 })
}

/** '5 hours', '3.4 days'; `none` where nothing was measured. */
export function durationWords(hours: number | null, none: string): string {
  if (hours === null) return none
  const [amount, unit] = hours < 48 ? [hours, 'hours'] : [hours / 24, 'days']
  return `${amount.toLocaleString('en-IN', { maximumFractionDigits: 1 })} ${unit}`
}
