import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font, type ShapedText } from 'fontkit'
import { Blob, Buffer, Direction, Face, Font as Shaper, shape } from 'harfbuzzjs'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDER = join(PROJECT_ROOT, 'infra/pdf/fonts')
/** Fonts for each script of the Indian constitution. */
const NAMES = readdirSync(FOLDER)
  .sort()
  .flatMap((file) => /^(.+)-400\.ttf$/.exec(file)?.[1] ?? [])
export type Weight = 400 | 700

export const BOX = '□'
/** Distance from the top of a line to its baseline, in font sizes, whatever the fonts in the line. */
export const ASCENT = 1.013
/** How far ink may reach from the baseline, in font sizes. `limitMarks` removes stacked marks beyond it. */
export const HIGHEST = 1.05
export const LOWEST = -0.6

/** Maximum code points to copy per glyph: each takes up to 10 characters, and Poppler ignores entries over 255. */
const LONGEST_GLYPH_TEXT = 24

/** A feature that makes `layout` draw from right to left. */
export const RIGHT_TO_LEFT = 'rtla'

const fonts = new Map<string, Font>()

export function fontOf(name: string, weight: Weight): Font {
  const key = `${name}-${weight}`
  const font = fonts.get(key) ?? openFont(join(FOLDER, `${key}.ttf`))
  fonts.set(key, font)
  return font
}

let fontByPoint: Map<number, string> | null = null

/** Returns the name of a font with the character, or null. */
export function fontWith(character: string): string | null {
  fontByPoint ??= new Map(
    NAMES.toReversed().flatMap((name) =>
      fontOf(name, 400).characterSet.map((point) => [point, name] as const),
    ),
  )
  // fontkit lists the end marker of a font's table as a character.
  fontByPoint.delete(0xffff)
  return fontByPoint.get(character.codePointAt(0) ?? 0) ?? null
}

export function inkOf(text: string, name: string, weight: Weight = 400): { top: number; bottom: number } {
  const font = fontOf(name, weight)
  const { glyphs, positions } = font.layout(text)
  const inks = glyphs.map(({ id }, at) => {
    const { minY, maxY } = font.getGlyph(id).bbox
    const offset = positions[at]?.yOffset ?? 0
    return Number.isFinite(minY) ? { top: maxY + offset, bottom: minY + offset } : { top: 0, bottom: 0 }
  })
  return {
    top: Math.max(0, ...inks.map(({ top }) => top)) / font.unitsPerEm,
    bottom: Math.min(0, ...inks.map(({ bottom }) => bottom)) / font.unitsPerEm,
  }
}

/** HarfBuzz shapes the texts: fontkit throws for "శ్రీ" in Telugu and never ends for "ಬೆಂಗಳೂರು" in Kannada. */
function openFont(file: string): Font {
  const bytes = readFileSync(file)
  const font = create(bytes)
  const shaper = new Shaper(new Face(new Blob(bytes)))
  font.layout = (text, features = []) => shapeText(font, shaper, text, features.includes(RIGHT_TO_LEFT))
  return font
}

function shapeText(font: Font, shaper: Shaper, text: string, isRightToLeft: boolean): ShapedText {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  shape(shaper, buffer)
  const infos = buffer.getGlyphInfos()
  const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b)
  const textAt = new Map(starts.map((start, at) => [start, text.slice(start, starts[at + 1])]))
  const glyphs = infos.map(({ codepoint: id, cluster }) => {
    // The first glyph of a cluster holds its text for copying.
    const codePoints = [...(textAt.get(cluster) ?? '')]
      .slice(0, LONGEST_GLYPH_TEXT)
      .map((character) => character.codePointAt(0) ?? 0)
    textAt.delete(cluster)
    return { id, advanceWidth: font.getGlyph(id).advanceWidth, codePoints }
  })
  const positions = buffer.getGlyphPositions().map(({ xAdvance, yAdvance, xOffset, yOffset }) => {
    return { xAdvance, yAdvance, xOffset, yOffset }
  })
  return {
    glyphs,
    positions,
    // pdfkit scales the positions before it reads their sum.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    },
  }
}
