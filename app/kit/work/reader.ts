import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type PageTexts, type ReaderOf, readerOf } from '#app/kit/work/translations.ts'

/** Provides texts to an error page. */
export const TextsContext = createContext<PageTexts | null>(null)

/** Returns the reader's language and the texts of the open page. */
export function useReaderOf<English>(): ReaderOf<English> {
  const root = useRouteLoaderData('root') as { words?: PageTexts } | undefined
  const page = useContext(TextsContext) ?? root?.words
  if (!page) throw new Error('the handle of this page names no words')
  return readerOf<English>(page)
}
