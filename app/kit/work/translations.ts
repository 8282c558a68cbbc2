/** Texts in several languages, with `{placeholders}`. A text with a `count` may have a form per plural category. */
import type { Language } from '#shop/programme/worker.ts'

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The texts of another language, with the same keys as the English texts. */
export type TranslationOf<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string
    ? string
    : Texts[Key] extends { other: string }
      ? Plural
      : TranslationOf<Texts[Key]>
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
type Value<Name extends string> = Name extends 'count' ? number : string | number
type UsableText<Text extends string> = [Placeholder<Text>] extends [never]
  ? string
  : (values: { [Name in Placeholder<Text>]: Value<Name> }) => string

/** The texts in the form in which pages use them: texts with placeholders are functions. */
export type WordsOf<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string
    ? UsableText<Texts[Key]>
    : Texts[Key] extends { other: infer Text extends string }
      ? UsableText<Text>
      : WordsOf<Texts[Key]>
}

export type Texts = string | { readonly [key: string]: Texts }

/** The texts that a page's handle names, which the root sends in the reader's language. */
export type PageTexts = { language: Language; texts: Texts }

/** A reader's language and the texts in this language. */
export type ReaderOf<English> = { language: Language; words: WordsOf<English> }

const readers = new WeakMap<object, ReaderOf<unknown>>()

export function readerOf<English>({ texts, language }: PageTexts): ReaderOf<English> {
  const reader = readers.get(texts as object) ?? {
    language,
    words: wordsOf(texts, language) as WordsOf<unknown>,
  }
  readers.set(texts as object, reader)
  return reader as ReaderOf<English>
}

/** Prepares texts for pages. Formats numbers in placeholders the Indian way, with Western digits. */
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
