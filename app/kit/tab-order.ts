export type Orientation = 'horizontal' | 'vertical'

/** The tab that a key leads to, as the ARIA pattern asks (arrows wrap, Home, End); null when the key means nothing here. */
export function tabAfterKey(
  key: string,
  current: number,
  count: number,
  orientation: Orientation,
): number | null {
  if (count === 0) return null
  const [back, forward] = orientation === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
  if (key === forward) return (current + 1) % count
  if (key === back) return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
