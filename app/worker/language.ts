import { createContext, useContext } from 'react'
import { type Words, wordsIn } from '#app/worker/words.ts'
import type { Language } from '#shop/programme/worker.ts'

export const LanguageContext = createContext<Language>('en')

/** The words of the worker's language. */
export function useWords(): Words {
  return wordsIn(useContext(LanguageContext))
}

const LOCALES: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }

/** A day as the worker reads it: '24 November' or '24 नवंबर', in Indian Standard Time. */
export function useDay(): (day: Date) => string {
  const locale = LOCALES[useContext(LanguageContext)]
  return (day) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'Asia/Kolkata' }).format(day)
}

/** A month and its year: 'November 2026'. */
export function useMonth(): (day: Date) => string {
  const locale = LOCALES[useContext(LanguageContext)]
  return (day) =>
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'Asia/Kolkata' }).format(day)
}

/** The language tags for the browser's speech. */
export const SPEECH: Record<Language, string> = { en: 'en-IN', hi: 'hi-IN' }
