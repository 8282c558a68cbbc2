/** A bar as long as its share of the largest; decorative, the figure is beside it. */
export function Meter({ value, most, colour }: { value: number; most: number; colour?: string }) {
  const width = most > 0 ? Math.min(100, (value / most) * 100) : 0
  // A drawing, since the policy of the page names each style attribute: lengths of many kinds would make it long.
  return (
    <svg className="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={width} height={1} fill={colour} />
    </svg>
  )
}
