import { encode } from 'uqr'

/** Returns a QR code as one SVG path in modules, a bar per run of dark modules. `size` includes the quiet zone. */
export function qrCode(text: string): { size: number; path: string } {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 4 })
  const bars = rows.flatMap((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...line.matchAll(/1+/g)].map(
      ({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`,
    )
  })
  return { size, path: bars.join('') }
}
