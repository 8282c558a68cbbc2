import { words } from '#app/admin/coordinator-words/texts/en.ts'
import { readerOf } from '#app/admin/coordinator-words/words.ts'

/** The desk is in English. Coordinators' pages do not load it. */
export const ENGLISH_READER = readerOf(words, 'en')
