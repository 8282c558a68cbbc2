import { words } from '#app/programme/words/texts/en.ts'
import { readerOf } from '#app/programme/words/words.ts'

/** The desk is in English. Coordinators' pages do not load it. */
export const ENGLISH_READER = readerOf(words, 'en')
