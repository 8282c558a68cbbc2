import { useRootData } from '#app/frame/use-root-data.ts'
import { documentTitle } from '#app/seo/page-meta.ts'

/** The document's title with the shop's name, for a page whose view sets the title. */
export function PageTitle({ children }: { children: string | undefined }) {
  return <title>{documentTitle(children ?? '', useRootData()?.brand ?? '')}</title>
}
