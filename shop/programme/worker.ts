/** The workers of the programme. */
export const LANGUAGES = ['en', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', hi: 'हिन्दी' }

/** The language that this text names; null for none. */
export function languageIn(name: string | null): Language | null {
  return LANGUAGES.find((language) => language === name) ?? null
}

export type Group = { id: string; name: string; place: string }

export type Worker = {
  userId: string
  fullName: string
  email: string
  /** False when her access was revoked; her tasks and pay stay. */
  isWorker: boolean
  group: Group | null
  place: string
  phone: string | null
  upiId: string | null
  language: Language
  /** When she agreed that products name her group and its place; null without consent. */
  madeByConsentAt: Date | null
  enrolledAt: Date
  /** When any of this was last changed. */
  updatedAt: Date
}
