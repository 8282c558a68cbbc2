import * as en from '#app/programme/words/texts/en.ts'
import * as hi from '#app/programme/words/texts/hi.ts'
import * as mr from '#app/programme/words/texts/mr.ts'
import type { Texts } from '#app/programme/words/words.ts'
import type { Language } from '#shop/programme/worker.ts'

type ErrorTexts = Pick<Texts, 'app' | 'failed' | 'frame' | 'groups' | 'language' | 'screens' | 'voice'>

/** The texts of error pages in every language, for pages whose loader failed. */
export const ERROR_TEXTS: Record<Language, ErrorTexts> = {
  en: {
    app: en.app,
    failed: en.failed,
    frame: en.frame,
    groups: en.groups,
    language: en.language,
    screens: en.screens,
    voice: en.voice,
  },
  hi: {
    app: hi.app,
    failed: hi.failed,
    frame: hi.frame,
    groups: hi.groups,
    language: hi.language,
    screens: hi.screens,
    voice: hi.voice,
  },
  mr: {
    app: mr.app,
    failed: mr.failed,
    frame: mr.frame,
    groups: mr.groups,
    language: mr.language,
    screens: mr.screens,
    voice: mr.voice,
  },
}
