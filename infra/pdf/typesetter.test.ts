import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { BOX, fontOf, HIGHEST, inkOf, LOWEST } from '#infra/pdf/fonts.ts'
import { runsOf, Typesetter } from '#infra/pdf/typesetter.ts'

const glyphsOf = (text: string, weight: 400 | 700 = 400) =>
  runsOf(text).flatMap(({ font, text, level }) =>
    fontOf(font, weight)
      .layout(text, level % 2 === 1 ? ['rtla'] : [])
      .glyphs.map(({ id }) => id),
  )
const printedText = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join('')

it.each([
  'सविता देवी, पुणे ४११००१',
  'Āśā Pāṭīl, Kṛṣṇā Ñāṇa, Müller, Łódź, Ştefan Đorđević, A\u0304sha\u0304, ₹1,200.50 – “Ragi”',
  'কৃষ্ণচন্দ্র বন্দ্যোপাধ্যায়, গুৱাহাটী',
  'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ, ਅੰਮ੍ਰਿਤਸਰ',
  'રાજેન્દ્ર, સૌરાષ્ટ્ર',
  'ଜ୍ଞାନେଶ୍ୱର, ଭୁବନେଶ୍ୱର',
  'கிருஷ்ணமூர்த்தி, கோயம்புத்தூர்',
  'శ్రీనివాస్, హైదరాబాద్',
  'ಕೃಷ್ಣಮೂರ್ತಿ, ಬೆಂಗಳೂರು',
  'ഗോപാലകൃഷ്ണൻ ന്‍റെ, കോഴിക്കോട്',
  'فاطمہ بیگم، لکھنؤ، کشمیر، ٻار',
  'ꯃꯩꯇꯩꯂꯣꯟ, ᱥᱟᱱᱛᱟᱲᱤ',
])('has glyphs for %s', (text) => {
  for (const weight of [400, 700] as const) expect(glyphsOf(text, weight)).not.toContain(0)
  expect(printedText(text)).not.toContain(BOX)
})

it('shapes letters of Indian scripts and Arabic', () => {
  // A conjunct is fewer glyphs than letters; a vowel sign goes before its consonant; Arabic letters join.
  for (const [text, glyphs] of [
    ['क्ष', 1],
    ['క్ష', 1],
    ['ക്ഷ', 1],
    ['ক্ষ', 1],
  ] as const)
    expect(glyphsOf(text), text).toHaveLength(glyphs)
  expect(glyphsOf('சொ').at(-1)).toBe(glyphsOf('சா').at(-1))
  expect(glyphsOf('ببب')).not.toEqual([...glyphsOf('ب'), ...glyphsOf('ب'), ...glyphsOf('ب')])
})

it.each([
  'A\u0304\u0301, ñ\u0301',
  'ज़ाँ, फ़्लैट, क्र्ज़ीँ॑, हिँदी',
  'مُحَمَّدٌ، اللّٰه، إِنَّ',
  'ਸ਼ਹਿਰਾਂ, ਜ਼ਿੰਦਗੀ',
  'ড়িঁ, ক্ষ্ম্যূঁ',
  'ꯃꯩꯇꯩꯂꯣꯟ',
])('keeps the marks of %s', (text) => {
  expect(printedText(text).normalize('NFD')).toBe(text.normalize('NFD'))
})

const MARKS =
  '\u0301\u0300\u0302\u0303\u0323\u0331\u0651\u064b\u064e\u064d\u0655\u0670\u093c\u0951\u0901\u0cc3\u0bbe\u200d'
it('draws no stacked marks into the lines above and below', () => {
  const stack = fc
    .tuple(
      fc.constantFrom('a', 'Á', 'ệ', 'ب', 'क', 'ಕ', 'க', ''),
      fc.string({ unit: fc.constantFrom(...MARKS), maxLength: 60 }),
    )
    .map(([base, marks]) => base + marks)
  const texts = fc.array(stack, { minLength: 1, maxLength: 4 }).map((stacks) => stacks.join(''))
  const examples = [
    `a${'\u0301'.repeat(99)}`,
    `ب${'\u064b\u064e'.repeat(45)}`,
    '\u0651ب\u200d\u064e\u0651',
    'ب\u093c\u0651ب\u200d\u064e\u0651a',
    'بب\u064e\u0651\u0670',
  ].map((text) => [text] as [string])
  fc.assert(
    fc.property(texts, (text) => {
      for (const weight of [400, 700] as const)
        for (const run of runsOf(text)) {
          const { top, bottom } = inkOf(run.text, run.font, weight)
          expect(top).toBeLessThan(HIGHEST + 0.1)
          expect(bottom).toBeGreaterThan(LOWEST - 0.1)
        }
    }),
    { examples },
  )
})

it('gives no glyph more text than PDF readers accept', () => {
  const lengths = ['noto-kannada', 'noto-malayalam'].flatMap((font) =>
    fontOf(font, 400)
      .layout(font === 'noto-kannada' ? `${'ಕ್'.repeat(60)}ಕಿ` : `${'ത്'.repeat(60)}തെ`)
      .glyphs.map(({ codePoints }) => codePoints.length),
  )
  // A character has up to two UTF-16 units, and the PDF writes each as four digits and a space.
  expect(10 * Math.max(...lengths)).toBeLessThan(256)
})

it('orders Urdu from right to left, with numbers and English in between', () => {
  expect(runsOf('Order by محمد علی, Flat 12').map(({ text }) => text.trim())).toEqual([
    'Order by',
    'محمد علی',
    ', Flat 12',
  ])
  expect(runsOf('گلی 12 لکھنؤ').flatMap(({ text }) => text.trim() || [])).toEqual(['لکھنؤ', '12', 'گلی'])
})

it('omits an accent that the fonts lack, and prints a visible mark for an unknown character', () => {
  expect(printedText('Pāṭīl Ł')).toBe('Pa\u0304ti\u0304l L')
  expect(printedText('Asha 😀 👩‍👩‍👧 王 \ud800')).toBe(`Asha ${BOX} ${BOX} ${BOX} ${BOX}`)
  expect(printedText('A\u200db\u200c c\u00ad')).toBe('Ab c')
})

it('prints visible characters of all of Unicode', () => {
  for (let from = 0; from < 0x110000; from += 0x1000) {
    // Checks every seventh character, so that some of each block are checked.
    const characters = Array.from({ length: 0x1000 / 7 }, (_, at) => String.fromCodePoint(from + 7 * at))
    const visible = characters.filter(
      (sign) => /^[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cs}]$/u.test(sign) && !/\p{DI}/u.test(sign),
    )
    const letters = printedText(visible.join(' ')).match(/[^\s\p{M}]/gu) ?? []
    expect(letters.length, `from ${from.toString(16)}`).toBeGreaterThanOrEqual(visible.length)
    expect(glyphsOf(characters.join('')), `from ${from.toString(16)}`).not.toContain(0)
  }
})

const letter = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
  fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  fc.integer({ min: 0x900, max: 0xd7f }).map((point) => String.fromCodePoint(point)),
  fc.constantFrom('\u200c', '\u200d', '\u094d', '\u0c4d', '\u0301', '👩', '\ufe0f', 'ب', ' ', '\u202e', 'A'),
)

it('renders any text without an error', async () => {
  const texts = fc.array(letter, { maxLength: 40 }).map((letters) => letters.join(''))
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const doc = new PDFDocument({ font: '' })
      doc.resume()
      const type = new Typesetter(doc)
      for (const bold of [true, false])
        type.wrap(text, 60, { bold }).forEach((line, at) => {
          expect(type.width(line, { bold })).toBeLessThan(160)
          type.line(line, 40, 40 + at * 12, { bold })
        })
      const ended = new Promise((resolve, reject) => doc.once('end', resolve).once('error', reject))
      doc.end()
      await ended
    }),
    { numRuns: 50 },
  )
})

it('breaks lines between words, and inside a word only if it is wider than a line', () => {
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
