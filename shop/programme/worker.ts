/** The workers of the programme. */
import type { UpiAddress } from '#shop/programme/upi.ts'

/**
 * The languages of the workers' screens, each with its name in itself. A new one is a line here and its file in
 * `app/programme/worker/words/`. `written`: the language of what exists in English and Hindi only: emails, statements, the sign-in
 * pages and the admins' words for tasks. `isSample`: not yet read by a native speaker, which the screens say.
 */
const WORKER_LANGUAGES = {
  en: { name: 'English', written: 'en', isSample: false },
  hi: { name: 'हिन्दी', written: 'hi', isSample: false },
  mr: { name: 'मराठी', written: 'hi', isSample: true },
} as const satisfies Record<string, { name: string; written: 'en' | 'hi'; isSample: boolean }>

export type Language = keyof typeof WORKER_LANGUAGES
/** A language that emails, papers and the sign-in pages are written in. */
export type WrittenLanguage = (typeof WORKER_LANGUAGES)[Language]['written']

export const LANGUAGES = Object.keys(WORKER_LANGUAGES) as [Language, ...Language[]]

/** A language's name, in that language. */
export function languageName(language: Language): string {
  return WORKER_LANGUAGES[language].name
}

/** The language in which a reader of this one gets emails, statements and the sign-in pages. */
export function writtenFor(language: Language): WrittenLanguage {
  return WORKER_LANGUAGES[language].written
}

/** True while no native speaker has read the words of this language. */
export function isSample(language: Language): boolean {
  return WORKER_LANGUAGES[language].isSample
}

/** The language that this text names; null for none. */
export function languageIn(name: string | null): Language | null {
  return LANGUAGES.find((language) => language === name) ?? null
}

export type Group = { id: string; name: string; place: string }

/** The address that she is paid at, with a change that waits or is due: `upiAt` tells what counts. */
export type Worker = UpiAddress & {
  userId: string
  fullName: string
  email: string
  /** False when her access was revoked; her tasks and pay stay. */
  isWorker: boolean
  group: Group | null
  place: string
  phone: string | null
  language: Language
  /** When she agreed that products name her group and its place; null without consent. */
  madeByConsentAt: Date | null
  enrolledAt: Date
  /** When any of this was last changed. */
  updatedAt: Date
}
