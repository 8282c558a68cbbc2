import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readerIn, reasonsIn, TEXTS, taskNameFor } from '#app/programme/words/words.server.ts'
import { amountOf } from '#app/programme/words/words.ts'
import { toPhrases } from '#app/programme/worker/kit/speech.ts'
import { unsentLine } from '#app/programme/worker/network-notice.tsx'
import { spokenRow } from '#app/programme/worker/task-rows.tsx'
import { rupees } from '#shop/kernel/money.ts'
import { PRESET_WORDS } from '#shop/programme/rejection.ts'
import { USUAL_TASKS } from '#shop/programme/task-words.ts'
import { LANGUAGES, type Language, writtenFor } from '#shop/programme/worker.ts'

type Texts = string | { readonly [key: string]: Texts }
type Forms = Record<string, string>

/** Returns every text of a language by its path: one form, or one per plural category. */
function textsOf(texts: Texts, path = ''): [string, Forms][] {
  if (typeof texts === 'string') return [[path, { '': texts }]]
  if ('other' in texts) return [[path, texts as Forms]]
  return Object.entries(texts).flatMap(([key, value]) => textsOf(value, path === '' ? key : `${path}.${key}`))
}

/** Returns the names of the placeholders in a text, each once. */
const gapsOf = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

const wordsIn = (language: Language) => readerIn(language).words
const ENGLISH = Object.keys(TEXTS.en)

/** Returns the texts of a language whose keys en.ts has, too. English refusals and task names are in other files. */
const translatedTexts = (language: Language) =>
  textsOf(
    Object.fromEntries(Object.entries(TEXTS[language]).filter(([group]) => ENGLISH.includes(group))) as Texts,
  )

it('there is one file for each language of the list', () => {
  const files = readdirSync('app/programme/words/texts').map((name) => name.replace(/\.ts$/, ''))
  expect(files.sort()).toEqual([...LANGUAGES].sort())
})

it('every other language translates the same refusals, problems and fields', () => {
  const keysIn = (language: Language) => {
    const { refusals = {}, problems = {}, fields = {} } = TEXTS[language]
    return [refusals, problems, fields].map((part) => Object.keys(part).sort())
  }
  for (const language of LANGUAGES.filter((code) => code !== 'en'))
    expect(keysIn(language)).toEqual(keysIn('hi'))
  expect(keysIn('hi').map(({ length }) => length > 5)).toEqual([true, true, true])
})

describe.each(LANGUAGES)('the words in %s', (language) => {
  const english = new Map(translatedTexts('en'))
  const texts = new Map(translatedTexts(language))

  it('have the same keys as the English words, and none is empty', () => {
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort())
    for (const [path, forms] of texts)
      for (const text of Object.values(forms)) expect(text.trim(), path).not.toBe('')
  })

  it('have the same placeholders as the English words in every plural form', () => {
    for (const [path, forms] of texts) {
      const { other, '': only } = english.get(path) ?? {}
      for (const text of Object.values(forms)) expect(gapsOf(text), path).toEqual(gapsOf(other ?? only ?? ''))
    }
  })

  it('have a form for each plural category of the language, and no other', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [path, forms] of texts) {
      if ('' in forms) continue
      expect(Object.keys(forms).sort(), path).toEqual([...categories].sort())
      expect(gapsOf(forms.other ?? ''), path).toContain('{count}')
    }
  })

  it('are written in the script of the language, except for placeholders', () => {
    if (language === 'en') return
    for (const [path, forms] of texts)
      for (const text of Object.values(forms))
        if (text.replace(/\{\w+\}|[\s।]/g, '') !== '') expect(text, path).toMatch(/\p{Script=Devanagari}/u)
  })
})

it('keeps the messages of the specification in English', () => {
  expect(wordsIn('en').photo.problems).toMatchObject({
    not_an_image: 'Please select a valid image file',
    too_large: 'File size must be less than 5MB',
    missing: 'Missing required information',
    failed: 'Failed to send photo',
  })
})

it.each([
  ['en', /earned/i, /paid/i],
  ['hi', /कमाई/, /भेजे गए/],
  ['mr', /कमाई/, /पाठवलेले/],
] as const)('%s distinguishes earned from paid amounts on the overview', (language, earned, paid) => {
  const { weekEarnings, monthEarnings, paidSoFar } = wordsIn(language).work
  expect(weekEarnings({ from: '1', to: '7' })).toMatch(earned)
  for (const name of [monthEarnings, paidSoFar]) {
    expect(name).toMatch(paid)
    expect(name).not.toMatch(earned)
  }
})

it('the words fill their placeholders and use the plural form of the count', () => {
  const { waiting: photosWaiting } = wordsIn('hi').groups
  expect([photosWaiting({ count: 1 }), photosWaiting({ count: 2 })]).toEqual([
    '1 फ़ोटो जाँचनी है',
    '2 फ़ोटो जाँचनी हैं',
  ])
  const amountIn = (language: Language, count: number, unit: string) =>
    amountOf(wordsIn(language).amounts, count, unit)
  expect(amountIn('mr', 1, 'Boxes')).toBe('1 डबा')
  expect(amountIn('mr', 24, 'boxes')).toBe('24 डबे')
  expect(amountIn('hi', 100_000, 'packets')).toBe('1,00,000 पैकेट')
  for (const unit of ['trays', 'constructor']) expect(amountIn('mr', 3, unit)).toBe(`3 ${unit}`)
  const waiting = { starts: 1, counted: 11, photos: 1, bytes: 240_000 }
  expect(unsentLine(wordsIn('en'), waiting)).toBe(
    'Still to be sent: started 1 · count +11 · photos 1 (235 KB)',
  )
})

it('Hindi avoids words that workers do not use, and Marathi avoids the Hindi word for coordinator', () => {
  const all = JSON.stringify(TEXTS.hi)
  for (const word of ['उद्धरण', 'नतीजा', 'चरण', 'गुना', 'साइन इन', 'दोबारा खींचें'])
    expect(all).not.toContain(word)
  expect(JSON.stringify(TEXTS.mr)).not.toContain('समन्वयक')
})

it.each(LANGUAGES)(
  '%s translates preset reasons and usual tasks unless admins write them in it',
  (language) => {
    const writtenLanguage = writtenFor(language)
    const nameOf = (taskName: string) => taskNameFor(language, { taskName, taskNameHi: '' })
    for (const task of Object.keys(USUAL_TASKS)) expect(nameOf(task).lang, task).toBe(language)
    for (const task of ['Sort lids', 'constructor']) expect(nameOf(task)).toEqual({ text: task, lang: 'en' })
    if (writtenLanguage === language) return expect(reasonsIn(language)).toBe(PRESET_WORDS[writtenLanguage])
    for (const [key, text] of Object.entries(reasonsIn(language)))
      expect(Object.values(PRESET_WORDS[writtenLanguage]), key).not.toContain(text)
  },
)

const utterancesOf = (language: Language, text: string) =>
  toPhrases(text, language, wordsIn(language).voice.speech)

it.each([
  ['en', 'Pays ₹1,250.50.', [['en', 'Pays 1250 rupees and 50 paise.']]],
  ['en', '1 boxes · ₹1', [['en', '1 boxes. 1 rupee']]],
  ['hi', '₹0', [['hi', '0 रुपये']]],
  ['hi', '₹400 मिलेंगे।', [['hi', '400 रुपये मिलेंगे।']]],
  ['hi', '5 में से 4.5 स्टार', [['hi', '5 में से साढ़े चार स्टार']]],
  ['hi', '5 में से 4.3 स्टार', [['hi', '5 में से 4.3 स्टार']]],
  [
    'hi',
    'अपनी UPI ID देख लें',
    [
      ['hi', 'अपनी'],
      ['en', 'UPI ID'],
      ['hi', 'देख लें'],
    ],
  ],
  ['mr', 'झाले: 3. बाकी: 12.', [['mr', 'झाले: 3। बाकी: 12।']]],
  ['mr', '₹1,00,000.05', [['mr', '100000 रुपये आणि 5 पैसे']]],
] as const)('%s: toPhrases converts %j', (language, text, parts) => {
  expect(utterancesOf(language, text).map((part) => [part.language, part.text])).toEqual(parts)
})

it('spokenRow has the number of accepted pieces, or the count that the worker sent if it is below the quantity', () => {
  const task = { name: 'पैकिंग', state: 'approved', quantity: 12, pay: rupees(35) } as const
  const words = wordsIn('hi')
  expect(spokenRow(words, { ...task, accepted: 7, claimed: null })).toEqual([
    `पैकिंग: ${words.work.state.approved}`,
    '12 में से 7 पास',
    '₹35',
  ])
  const countOf = (claimed: number | null) =>
    spokenRow(words, { ...task, accepted: null, claimed }).slice(1, -1)
  expect([4, 12, null].map(countOf)).toEqual([['आपकी गिनती: 12 में से 4'], [], []])
})
