type Values = Record<string, string>

/** The custom properties set inside one block of a stylesheet, without the leading dashes. */
export function properties(block: string): Values {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.trim()]),
  )
}

/** The hex colour that a role has, following `var(--…)`. Throws when it ends in no colour. */
export function colourOf(role: string, values: Values): string {
  const value = values[role] ?? values[`color-${role}`]
  const reference = value?.match(/^var\(--([\w-]+)\)$/)?.[1]
  if (reference) return colourOf(reference, values)
  if (!value || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`${role} is no colour: ${value}`)
  return value
}

/** Contrast of two hex colours, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
