import { useMatches } from 'react-router'
import { useRootData } from '#app/frame/use-root-data.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { documentTitle } from '#app/seo/document-title.ts'

/** Returns the open page's handle, merged with the handles of its parents. */
export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map(({ handle }) => handle))
}

/** The document's title with the shop's name, for a page whose view sets the title. */
export function PageTitle({ children }: { children: string | undefined }) {
  return <title>{documentTitle(children ?? '', useRootData()?.brand ?? '')}</title>
}
