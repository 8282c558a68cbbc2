/** A bar as long as its share of the largest; decorative, the figure stands beside it. */
export function Meter({ value, most, colour }: { value: number; most: number; colour?: string }) {
  const width = most > 0 ? `${Math.min(100, (value / most) * 100)}%` : '0'
  return (
    <span className="meter" aria-hidden="true">
      <span style={{ width, ...(colour && { background: colour }) }} />
    </span>
  )
}
