/** 'Replenish Flavoured Box of 30 Sticks' as 'Flavoured': where the line and the size are already said. */
export function shortName(name: string): string {
  return name.replace(/^Replenish\s+/, '').replace(/\s+Box of .*$/, '')
}

/** The name without the line's own, as the shop calls it: 'Flavoured Box of 30 Sticks'. */
export function boxName(name: string): string {
  return name.replace(/^Replenish\s+/, '')
}
