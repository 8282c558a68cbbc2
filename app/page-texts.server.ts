import type { RouterContextProvider } from 'react-router'
import { FACTOR_TEXTS } from '#app/auth/factor-texts.ts'
import type { PageTexts } from '#app/kit/work/translations.ts'
import { TEXTS } from '#app/programme/words/words.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readerLanguage } from '#app/request/reader-language.server.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'

/** Returns the texts that a page's handle names, or null. All texts would be half of a page's bytes. */
export async function pageTexts(
  request: Request,
  context: Readonly<RouterContextProvider>,
  handle: PageHandle,
): Promise<PageTexts | null> {
  if (!handle.words) return null
  const language = await readerLanguage(request, context, handle)
  const { searchParams } = new URL(request.url)
  const isRequested = (group: string) => {
    const [, name, value] = /\?(\w+)=(\w+)$/.exec(group) ?? []
    return !name || searchParams.get(name) === value
  }
  return { language, texts: textsIn(language, handle.words.filter(isRequested)) }
}

export function textsIn(language: Language, groups: readonly string[]): PageTexts['texts'] {
  type Texts = PageTexts['texts']
  // Not every language translates the names of usual tasks.
  const all = { usualTasks: {}, ...FACTOR_TEXTS[writtenFor(language)], ...TEXTS[language] } as Record<
    string,
    Texts
  >
  return Object.fromEntries(
    groups.map((name) => {
      const [group = ''] = name.split('?')
      const texts = all[group]
      if (texts === undefined) throw new Error(`no texts are called ${group}`)
      return [group, texts]
    }),
  )
}
