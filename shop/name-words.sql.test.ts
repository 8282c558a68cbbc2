import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { foldText } from '#shop/kernel/text.ts'
import { testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()

it('folds text in the database exactly like `foldText` does', async () => {
  const blocks = [
    [0x20, 0x7e],
    [0xa0, 0x24f],
    [0x300, 0x36f],
    [0x900, 0xdff],
    [0x1160, 0x1161],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x1e00, 0x1eff],
    [0x2000, 0x206f],
    [0x3164, 0x3164],
    [0xfe00, 0xfeff],
    [0xff01, 0xffee],
    [0x1d173, 0x1d17a],
    [0xe0000, 0xe01ef],
  ] as const
  const texts = blocks.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => `a${String.fromCodePoint(from + at)}  B `),
  )
  const { rows } = await sql<{ text: string; found: string }>`
    select text, folded(text) as found from unnest(${texts}::text[]) as text`.execute(db)
  expect(rows.filter(({ text, found }) => found !== foldText(text))).toEqual([])
  expect(foldText(' D’Souza  José ')).toBe('dsouza jose')
  for (const apostrophe of "'’‘‛′ʼ`") expect(foldText(`O${apostrophe}Brien`)).toBe('obrien')
  for (const dash of '-‐‑–—−') expect(foldText(`Anne${dash}Marie`)).toBe('anne-marie')
  expect(foldText('Łukasz Ødegård Straße İlker Işık')).toBe('lukasz odegard strasse ilker isik')
})
