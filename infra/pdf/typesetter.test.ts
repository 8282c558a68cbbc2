import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { runsOf, Typesetter } from '#infra/pdf/typesetter.ts'

type Font = { layout(text: string): { glyphs: { id: number }[] } }
// The package has no types.
const fontkit: { create(bytes: Buffer): Font } = createRequire(import.meta.url)('fontkit')

const fonts = new Map<string, Font>()

function fontOf(script: string, weight: number): Font {
  const file = `anek-devanagari-${script}-${weight}-normal.woff`
  const font = fonts.get(file) ?? fontkit.create(readFileSync(join(import.meta.dirname, 'fonts', file)))
  fonts.set(file, font)
  return font
}

/** The number of letters of a text that would be printed as empty boxes. */
function boxes(text: string, weight: number): number {
  const glyphs = runsOf(text).flatMap(({ script, text }) => fontOf(script, weight).layout(text).glyphs)
  return glyphs.filter(({ id }) => id === 0).length
}

it('prints names in Devanagari and with accents in letters that its fonts have', () => {
  for (const weight of [400, 700])
    for (const name of [
      'सविता देवी, पुणे ४११००१',
      'Āśā Pāṭīl',
      'Kṛṣṇā Ñāṇa',
      'Müller, Łódź',
      'Ştefan Đorđević',
      'A\u0304sha\u0304',
      '₹1,200.50 – “Ragi”',
    ])
      expect(boxes(name, weight), name).toBe(0)
  // Accents that the font has are kept; only others are dropped.
  expect(runsOf('Pāṭīl').map(({ text }) => text)).toEqual(['Pa\u0304ti\u0304l'])
})

it('breaks lines between words, and a word only where it is wider than a line', () => {
  const type = new Typesetter(new PDFDocument())
  const style = { size: 10 }
  const width = type.width('twelve letters', style)
  const [first, ...rest] = type.wrap(
    'twelve letters pneumonoultramicroscopicsilicovolcanoconiosis',
    width,
    style,
  )
  expect(first).toBe('twelve letters')
  expect(rest.join('')).toBe('pneumonoultramicroscopicsilicovolcanoconiosis')
  expect(rest.length).toBeGreaterThan(2)
  expect(rest.length).toBeLessThan(6)
  for (const line of rest) expect(type.width(line, style)).toBeLessThanOrEqual(width)
})

it('measures a long text in linear time', () => {
  const doc = new PDFDocument()
  const type = new Typesetter(doc)
  const measured = vi.spyOn(doc, 'widthOfString')
  const lettersMeasured = (letters: number) => {
    measured.mockClear()
    type.wrap('क्ष'.repeat(letters / 3), 240, { size: 9 })
    return measured.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
  }
  expect(lettersMeasured(6000)).toBeLessThan(2.5 * lettersMeasured(3000))
})
