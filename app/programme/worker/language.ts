import { createContext, use, useContext } from 'react'
import { loadWords, type Words, wordsHere } from '#app/programme/worker/words.ts'
import { dayAndMonthIn, monthAndYearIn } from '#shop/kernel/time.ts'
import type { Language } from '#shop/programme/worker.ts'

export const LanguageContext = createContext<Language>('en')

/** The words of the worker's language. While its file is loading, what asks for them waits. */
export function useWords(): Words {
  const language = useContext(LanguageContext)
  return wordsHere(language) ?? use(loadWords(language))
}

/** A day as the worker reads it: '24 November' or '24 नवंबर', in Indian Standard Time. */
export function useDay(): (day: Date) => string {
  const language = useContext(LanguageContext)
  return (day) => dayAndMonthIn(language, day)
}

/** A month and its year: 'November 2026'. */
export function useMonth(): (day: Date) => string {
  const language = useContext(LanguageContext)
  return (day) => monthAndYearIn(language, day)
}
