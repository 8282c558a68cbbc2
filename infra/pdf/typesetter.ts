/** Lines of text on a PDF page, in Latin and Devanagari, with the rupee sign. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const SCRIPTS = ['latin', 'latin-ext', 'devanagari'] as const
type Script = (typeof SCRIPTS)[number]
const WEIGHTS = [400, 700] as const

type Font = { name: string; bytes: Uint8Array }
let fonts: Font[] | null = null

/** The fonts in Anek Devanagari's cuts, one per script and weight; read once. */
function loadFonts(): Font[] {
  fonts ??= SCRIPTS.flatMap((script) =>
    WEIGHTS.map((weight) => ({
      name: `${script} ${weight}`,
      bytes: readFileSync(
        join(PROJECT_ROOT, 'infra/pdf/fonts', `anek-devanagari-${script}-${weight}-normal.woff`),
      ),
    })),
  )
  return fonts
}

function scriptOf(character: string): Script | null {
  if (/\s/.test(character)) return null
  if (/[\u0900-\u097f\u1cd0-\u1cff\ua8e0-\ua8ff\u200c\u200d]/.test(character)) return 'devanagari'
  return /[\u1e9e\u20a0-\u20ab\u20ad-\u20cf]/.test(character) ? 'latin-ext' : 'latin'
}

/** Letters with a stroke, which Unicode does not decompose into letter and mark. */
const STROKES: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Ħ: 'H', ħ: 'h' }

/**
 * The text in characters that Anek has: Ā, ī and ś as letter and mark; dots below, carons and strokes are
 * dropped.
 */
function inOurLetters(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1e9d\u1ea0-\u1eff]/g, (letter) =>
      (STROKES[letter] ?? letter).normalize('NFD').replace(/(?![\u0300\u0301\u0303\u0304\u0308])\p{M}/gu, ''),
    )
}

type Run = { script: Script; text: string }

/** Splits text into pieces that one font can draw. Spaces belong to the piece before them. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of inOurLetters(text)) {
    const last = runs.at(-1)
    const script = scriptOf(character) ?? last?.script ?? 'latin'
    if (last?.script === script) last.text += character
    else runs.push({ script, text: character })
  }
  return runs
}

export type Style = { size?: number; bold?: boolean; colour?: string }
export type Placed = Style & { align?: 'left' | 'right' }

export const INK = '#290d0f'
const SIZE = 9
/** Sums of widths differ from the width of the sum in the last digits. */
const ROUNDING = 0.01
/** Width of the narrowest letters, in sizes of the font. */
const NARROWEST = 0.2

/** Draws text at exact places. Heights are in points from the top of the page. */
export class Typesetter {
  readonly #doc: PDFKit.PDFDocument

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc
    for (const { name, bytes } of loadFonts()) doc.registerFont(name, bytes)
  }

  width(text: string, style: Style): number {
    return runsOf(text).reduce((sum, run) => sum + this.#use(run, style).widthOfString(run.text), 0)
  }

  /** One line; `x` is its left end, or its right one when it is aligned right. */
  line(text: string, x: number, y: number, style: Placed = {}): void {
    let at = style.align === 'right' ? x - this.width(text, style) : x
    for (const run of runsOf(text)) {
      this.#use(run, style)
        .fillColor(style.colour ?? INK)
        .text(run.text, at, y, { lineBreak: false })
      at += this.#doc.widthOfString(run.text)
    }
  }

  /** Lines no wider than `width`; a wider word is cut. Measures each word once and each piece a few times. */
  wrap(text: string, width: number, style: Style): string[] {
    const lines: string[] = []
    const space = this.width(' ', style)
    let filled = 0
    for (const word of text.split(/\s+/).flatMap((one) => this.#cut(one, width, style))) {
      const wide = this.width(word, style)
      const isFirst = lines.length === 0 || filled + space + wide > width + ROUNDING
      if (isFirst) lines.push(word)
      else lines[lines.length - 1] += ` ${word}`
      filled = isFirst ? wide : filled + space + wide
    }
    return lines
  }

  #cut(word: string, width: number, style: Style): string[] {
    if (this.width(word, style) <= width) return [word]
    const pieces: string[] = []
    const most = Math.ceil(width / ((style.size ?? SIZE) * NARROWEST))
    for (let rest = [...word]; rest.length > 0; ) {
      let count = Math.min(most, rest.length)
      const piece = () => rest.slice(0, count).join('')
      for (
        let wide = this.width(piece(), style);
        wide > width && count > 1;
        wide = this.width(piece(), style)
      )
        count = Math.max(1, Math.min(count - 1, Math.floor((count * width) / wide)))
      pieces.push(piece())
      rest = rest.slice(count)
    }
    return pieces
  }

  #use({ script }: Run, { size = SIZE, bold = false }: Style): PDFKit.PDFDocument {
    return this.#doc.font(`${script} ${bold ? 700 : 400}`).fontSize(size)
  }
}
