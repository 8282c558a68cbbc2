/** Texts in several languages: `{gaps}` are filled in, texts with a `count` have one form per plural category. */
import type { Language } from '#shop/programme/worker.ts'

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The texts of another language: those of the English, key by key. */
export type TranslationOf<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string
    ? string
    : Texts[Key] extends { other: string }
      ? Plural
      : TranslationOf<Texts[Key]>
}

type Gap<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Gap<Rest>
  : never
type Value<Name extends string> = Name extends 'count' ? number : string | number
type Filled<Text extends string> = [Gap<Text>] extends [never]
  ? string
  : (values: { [Name in Gap<Text>]: Value<Name> }) => string

/** The texts as pages use them: those with gaps are functions. */
export type WordsOf<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string
    ? Filled<Texts[Key]>
    : Texts[Key] extends { other: infer Text extends string }
      ? Filled<Text>
      : WordsOf<Texts[Key]>
}

export type Texts = string | { readonly [key: string]: Texts }

/** Texts that a page's handle names, as the root sends them with the page: in the reader's language. */
export type PageTexts = { language: Language; texts: Texts }

export type ReaderOf<English> = { language: Language; words: WordsOf<English> }

const readers = new WeakMap<object, ReaderOf<unknown>>()

export function readerOf<English>({ texts, language }: PageTexts): ReaderOf<English> {
  const made = readers.get(texts as object) ?? {
    language,
    words: wordsOf(texts, language) as WordsOf<unknown>,
  }
  readers.set(texts as object, made)
  return made as ReaderOf<English>
}

/** Numbers in gaps are written in the Indian way, with Western digits. */
function wordsOf(texts: Texts, language: Language): unknown {
  const numbers = new Intl.NumberFormat(`${language}-IN-u-nu-latn`)
  const plurals = new Intl.PluralRules(language)
  const fill = (text: string | Plural, values: Record<string, string | number>) => {
    const form = typeof text === 'string' ? text : (text[plurals.select(Number(values.count))] ?? text.other)
    return form.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
  const wordsIn = (part: Texts): unknown => {
    if (typeof part === 'string' && !part.includes('{')) return part
    if (typeof part === 'string' || 'other' in part)
      return (values: Record<string, string | number>) => fill(part as string | Plural, values)
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, wordsIn(value)]))
  }
  return wordsIn(texts)
}
