/** Draws lines of text on a PDF page, in Latin and the scripts of the Indian constitution. */
import bidiFactory from 'bidi-js'
import { ASCENT, BOX, fontOf, fontWith, HIGHEST, inkOf, LOWEST, RIGHT_TO_LEFT } from '#infra/pdf/fonts.ts'

/** Unicode does not decompose letters with a stroke. */
const STROKES: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h' }
/** Invisible characters, except joiners, which shape the letters beside them. */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu
/** Characters to draw in the font of the preceding text, if it has them. */
const SHARED = /^[\u200d\u200c\u0964\u0965\s\p{M}]$/u
/** More than four marks. Devanagari puts up to four on a letter: nukta, vowel sign, candrabindu and accent. */
const TOO_MANY_MARKS = /(\p{M}(?:[\u200c\u200d]*\p{M}){3})(?:\u200c|\u200d|\p{M})+/gu
/** Matches text up to the last of several stacked marks. */
const STACKED = /^(.*\p{M}[\u200c\u200d]*)\p{M}/su
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const bidi = bidiFactory()

type Run = { font: string; text: string; level: number }

/** Splits text into runs of one font and one direction, in the order in which they are drawn from left to right. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  const cleaned = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]/gu, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFD')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFC')
  for (const { segment } of graphemes.segment(cleaned)) {
    for (const character of toKnownLetters(segment)) {
      const last = runs.at(-1)
      const font = fontFor(character, last?.font ?? null)
      if (font === null) continue
      // A mark without a letter in its font would be drawn high above the next letter.
      if (last?.font !== font && /^\p{M}$/u.test(character)) continue
      if (last?.font === font) last.text += character
      else runs.push({ font, text: character, level: 0 })
    }
  }
  for (const run of runs) run.text = limitMarks(run)
  return runs.some(({ font }) => font === 'noto-arabic') ? orderVisually(runs) : runs
}

/** Returns the letter, without accents that no font has (Ḍ becomes D), or a visible mark if it is unknown. */
function toKnownLetters(grapheme: string): string {
  if ([...grapheme].every((character) => isJoiner(character) || isKnown(character, grapheme))) return grapheme
  const plain = (STROKES[grapheme] ?? grapheme).normalize('NFKD')
  const letters = [...plain].map((character) => {
    if (isJoiner(character)) return ''
    if (isKnown(character, plain)) return character
    return isAccent(character, plain) ? '' : BOX
  })
  return letters.join('').replace(new RegExp(`${BOX}+`, 'g'), BOX)
}

/** Removes stacked marks that would reach into another line. */
function limitMarks({ text, font }: Run): string {
  if (!STACKED.test(text)) return text
  const letters = [...graphemes.segment(text)].map(({ segment }) => {
    let letter = segment
    while (STACKED.test(letter) && isTall(letter, font)) letter = letter.replace(STACKED, '$1')
    return letter
  })
  return letters.join('')
}

function isTall(letter: string, font: string): boolean {
  const { top, bottom } = inkOf(letter, font)
  return top > HIGHEST || bottom < LOWEST || (font === 'noto-arabic' && isTallJoined(letter, font))
}

/** Marks are higher on joined Arabic letters, and highest in bold. */
function isTallJoined(letter: string, font: string): boolean {
  const { top, bottom } = inkOf(`\u200d${letter}\u200d`, font, 700)
  return top >= HIGHEST + 0.1 || bottom <= LOWEST - 0.1
}

/** The font of a Latin letter must also have the letter's accents. */
function isKnown(character: string, grapheme: string): boolean {
  const font = isAccent(character, grapheme) ? fontWith(grapheme) : fontWith(character)
  return font !== null && fontOf(font, 400).hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

function isAccent(character: string, grapheme: string): boolean {
  return /\p{M}/u.test(character) && /^\p{Script=Latin}/u.test(grapheme)
}

function isJoiner(character: string): boolean {
  return character === '\u200c' || character === '\u200d'
}

/** Returns null for a joiner outside a script that joins letters. */
function fontFor(character: string, current: string | null): string | null {
  const point = character.codePointAt(0) ?? 0
  if (current && SHARED.test(character) && fontOf(current, 400).hasGlyphForCodePoint(point)) return current
  return isJoiner(character) ? null : fontWith(character)
}

/** Cuts runs where the direction changes, and orders them as the Unicode Bidirectional Algorithm does (rule L2). */
function orderVisually(runs: readonly Run[]): Run[] {
  const { levels } = bidi.getEmbeddingLevels(runs.map(({ text }) => text).join(''))
  let at = 0
  const pieces: Run[] = []
  for (const { font, text } of runs) {
    for (const [index, unit] of [...text].entries()) {
      const level = levels[at] ?? 0
      const last = pieces.at(-1)
      if (index > 0 && last?.level === level) last.text += unit
      else pieces.push({ font, text: unit, level })
      at += unit.length
    }
  }
  for (let level = Math.max(...levels); level > 0; level -= 1) {
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from
      while ((pieces[to]?.level ?? -1) >= level) to += 1
      pieces.splice(from, to - from, ...pieces.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return pieces
}

export type Style = { size?: number; bold?: boolean; colour?: string }
/** `width`: the maximum width. Wider text is drawn smaller. */
export type LineStyle = Style & { align?: 'left' | 'right'; width?: number }

export const INK = '#290d0f'
const SIZE = 9
/** The width of a text differs in the last digits from the sum of its parts' widths. */
const ROUNDING = 0.01
/** Width of the narrowest letters, in font sizes. */
const NARROWEST = 0.2
/** In UTF-16 code units. Longer clusters of letters may be split. */
const LONGEST_CLUSTER = 16

/** Draws text at exact positions, in points from the top left corner of the page. */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
  }

  width(text: string, style: Style): number {
    return runsOf(text).reduce((sum, run) => sum + this.#widthOf(run, style), 0)
  }

  /** Draws one line; `x` is its left end, or its right end if it is aligned right. */
  line(text: string, x: number, y: number, { width = Number.POSITIVE_INFINITY, ...style }: LineStyle = {}) {
    const { size = SIZE } = style
    const textWidth = this.width(text, style)
    const fittedStyle = { ...style, size: size * Math.min(1, width / textWidth) }
    let at = style.align === 'right' ? x - Math.min(textWidth, width) : x
    for (const run of runsOf(text)) {
      const drawn = this.#widthOf(run, fittedStyle)
      this.#doc
        .fillColor(style.colour ?? INK)
        .text(run.text, at, y + ASCENT * size, { ...this.#optionsOf(run), baseline: 'alphabetic' })
      at += drawn
    }
  }

  /** Breaks text into lines no wider than `width`. A wider word is cut. */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    const space = this.width(' ', style)
    let lineWidth = 0
    for (const word of text
      .trim()
      .split(/\s+/)
      .flatMap((word) => this.#cut(word, width, style))) {
      const textWidth = this.width(word, style)
      const isFirst = lines.length === 0 || lineWidth + space + textWidth > width + ROUNDING
      if (isFirst) lines.push(word)
      else lines[lines.length - 1] += ` ${word}`
      lineWidth = isFirst ? textWidth : lineWidth + space + textWidth
    }
    return lines
  }

  #cut(word: string, width: number, style: Style): string[] {
    if (this.width(word, style) <= width) return [word]
    const pieces: string[] = []
    const maxCount = Math.ceil(width / ((style.size ?? SIZE) * NARROWEST))
    let remaining = [...graphemes.segment(word)].flatMap(({ segment }) =>
      segment.length > LONGEST_CLUSTER ? [...segment] : [segment],
    )
    while (remaining.length > 0) {
      let count = Math.min(maxCount, remaining.length)
      const piece = () => remaining.slice(0, count).join('')
      for (
        let textWidth = this.width(piece(), style);
        textWidth > width && count > 1;
        textWidth = this.width(piece(), style)
      )
        count = Math.max(1, Math.min(count - 1, Math.floor((count * width) / textWidth)))
      pieces.push(piece())
      remaining = remaining.slice(count)
    }
    return pieces
  }

  #widthOf(run: Run, { size = SIZE, bold = false }: Style): number {
    // pdfkit accepts fontkit's fonts, although its types do not say so.
    const font = fontOf(run.font, bold ? 700 : 400) as unknown as PDFKit.Mixins.PDFFontSource
    const name = `${run.font}-${bold ? 700 : 400}`
    this.#doc.registerFont(name, font)
    return this.#doc.font(name).fontSize(size).widthOfString(run.text, this.#optionsOf(run))
  }

  #optionsOf({ level }: Run): PDFKit.Mixins.TextOptions {
    return { lineBreak: false, features: level % 2 === 1 ? [RIGHT_TO_LEFT] : [] }
  }
}
