/**
 * Words of pages in several languages. The texts are data: `{gaps}` that a page fills in, and one form for each plural
 * category where a text depends on a `count`. English has the keys and gaps of all languages.
 */
import type { Language } from '#shop/programme/worker.ts'

/** A text by plural category of its `count`, as `Intl.PluralRules` names them. */
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

type Texts = string | { readonly [key: string]: Texts }

/** The words made of a language's texts. Numbers in gaps are written in the Indian way, with Western digits. */
export function wordsOf<English>(texts: TranslationOf<English>, language: Language): WordsOf<English> {
  return filledIn(texts as Texts, language) as WordsOf<English>
}

function filledIn(texts: Texts, language: Language): unknown {
  if (typeof texts === 'string' || 'other' in texts) return sayer(texts as string | Plural, language)
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, filledIn(value, language)]))
}

function sayer(text: string | Plural, language: Language) {
  if (typeof text === 'string' && !text.includes('{')) return text
  const numbers = new Intl.NumberFormat(`${language}-IN-u-nu-latn`)
  const plurals = new Intl.PluralRules(language)
  return (values: Record<string, string | number>) => {
    const form = typeof text === 'string' ? text : (text[plurals.select(Number(values.count))] ?? text.other)
    return form.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? numbers.format(value) : value
    })
  }
}
