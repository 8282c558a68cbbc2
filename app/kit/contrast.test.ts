import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = ['kit/tokens', 'kit/monsoon', 'desk/theme', 'programme/worker/frame']
  .map((name) => readFileSync(`app/${name}.css`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''))
  .join('')

function block(start: string): string {
  const at = css.indexOf(start)
  if (at < 0) throw new Error(`no stylesheet has ${start}`)
  return css.slice(at, css.indexOf('\n}', at))
}

const scales = properties(block('@theme {'))
const millet = { ...scales, ...properties(block(':root, [data-side="millet"] {')) }
const onSide = (side: string) => ({ ...millet, ...properties(block(`\n[data-side="${side}"] {`)) })
const sides = { millet, hydration: onSide('hydration'), admin: onSide('admin'), worker: onSide('worker') }

const SURFACES = ['surface', 'surface-raised', 'surface-sunk']
const INKS = ['ink', 'ink-soft', 'ink-faint', 'accent', 'danger', 'positive', 'warning', 'info']

const text: [string, string][] = [
  ...SURFACES.flatMap((surface) => INKS.map((ink): [string, string] => [ink, surface])),
  ...['accent', 'positive', 'warning', 'danger', 'info'].map((r): [string, string] => [
    `${r}-soft-ink`,
    `${r}-soft`,
  ]),
  ['ink-on-bold', 'surface-bold'],
  ['ink-on-deep', 'surface-deep'],
  ['ink-soft-on-deep', 'surface-deep'],
  ['highlight', 'surface-deep'],
  ['action-ink', 'action'],
  ['action-ink', 'action-hover'],
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['highlight-ink', 'highlight'],
  ['surface', 'ink'],
]
const controls = SURFACES.flatMap((surface): [string, string][] => [
  ['line-strong', surface],
  ['focus', surface],
])
/** Text on full-width areas. Both colours are from the scales, not from a side's roles. */
const blocks: [string, string][] = [
  ['straw-50', 'mirch-600'],
  ['haldi-200', 'mirch-600'],
  ['haldi-300', 'ragi-800'],
  ['gulab-200', 'ragi-800'],
  ['ragi-900', 'haldi-400'],
  ['ragi-800', 'haldi-400'],
  ['ragi-900', 'gulab-200'],
  ['ragi-900', 'gulab-300'],
  ['ragi-900', 'bajra-300'],
  ['straw-50', 'bajra-600'],
  ['lake-900', 'mint-300'],
  ['lake-900', 'nimbu-300'],
  ['lake-900', 'aam-400'],
  ['lake-900', 'lake-200'],
  ['lake-900', 'lake-300'],
  ['nimbu-300', 'lake-800'],
]

describe.each(Object.entries(sides))('the %s side', (_side, values) => {
  it.each(text)('shows readable text of %s on %s', (ink, surface) => {
    expect(contrast(colourOf(ink, values), colourOf(surface, values))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(controls)('shows a visible edge of %s on %s', (edge, surface) => {
    expect(contrast(colourOf(edge, values), colourOf(surface, values))).toBeGreaterThanOrEqual(3)
  })
})

it.each(blocks)('shows readable text of %s on %s', (ink, surface) => {
  expect(contrast(colourOf(ink, scales), colourOf(surface, scales))).toBeGreaterThanOrEqual(4.5)
})

it('measures 21 for black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

type Values = Record<string, string>

/** Returns the custom properties that one block of a stylesheet sets, without the leading dashes. */
function properties(block: string): Values {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.trim()]),
  )
}

/** Returns the hex colour of a role, following `var` and `--theme`. Throws if this does not lead to a colour. */
function colourOf(role: string, values: Values): string {
  const value = values[role] ?? values[`color-${role}`]
  const reference = value?.match(/^(?:var|--theme)\(--([\w-]+)(?: inline)?\)$/)?.[1]
  if (reference) return colourOf(reference, values)
  if (!value || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`${role} is no colour: ${value}`)
  return value
}

/** Returns the contrast of two hex colours, 1 to 21 (WCAG 2.2, relative luminance). */
function contrast(a: string, b: string): number {
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
