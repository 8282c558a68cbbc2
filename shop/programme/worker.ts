import type { UpiAddress } from '#shop/programme/upi.ts'

/** `written`: the language of emails, statements and sign-in pages. `isSample`: no native speaker reviewed it yet. */
const WORKER_LANGUAGES = {
  en: { name: 'English', written: 'en', isSample: false },
  hi: { name: 'हिन्दी', written: 'hi', isSample: false },
  mr: { name: 'मराठी', written: 'hi', isSample: true },
} as const satisfies Record<string, { name: string; written: 'en' | 'hi'; isSample: boolean }>

export type Language = keyof typeof WORKER_LANGUAGES
export type WrittenLanguage = (typeof WORKER_LANGUAGES)[Language]['written']

export const LANGUAGES = Object.keys(WORKER_LANGUAGES) as [Language, ...Language[]]

export function languageName(language: Language): string {
  return WORKER_LANGUAGES[language].name
}

/** Returns the language of emails, statements and sign-in pages. */
export function writtenFor(language: Language): WrittenLanguage {
  return WORKER_LANGUAGES[language].written
}

export function isSample(language: Language): boolean {
  return WORKER_LANGUAGES[language].isSample
}

/** Returns null for any other text. */
export function languageIn(name: string | null): Language | null {
  return LANGUAGES.find((language) => language === name) ?? null
}

export type Group = { id: string; name: string; place: string }

/** `upiId` may be out of date; `upiAt` (upi.ts) returns the address that counts now. */
export type Worker = UpiAddress & {
  userId: string
  fullName: string
  email: string
  /** False if access was revoked; tasks and pay stay. */
  isWorker: boolean
  group: Group | null
  place: string
  phone: string | null
  language: Language
  /** When the worker agreed to be named with the group on products. */
  madeByConsentAt: Date | null
  enrolledAt: Date
  updatedAt: Date
}
