declare module 'fontkit' {
  export type ShapedText = {
    glyphs: { id: number; advanceWidth: number; codePoints: number[] }[]
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[]
    advanceWidth: number
  }
  export type Font = {
    layout(text: string, features?: readonly string[]): ShapedText
    getGlyph(id: number): { advanceWidth: number; bbox: { minY: number; maxY: number } }
    unitsPerEm: number
    characterSet: number[]
    hasGlyphForCodePoint(point: number): boolean
  }
  export function create(bytes: Uint8Array): Font
}

/** The package's types describe an ES module, which Node does not load. */
declare module 'bidi-js' {
  export default function createBidi(): { getEmbeddingLevels(text: string): { levels: Uint8Array } }
}
