import { useLocation, useMatches } from 'react-router'
import { useRootData } from '#app/frame/use-root-data.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { documentTitle, pageMeta, pagePicture } from '#app/seo/page-meta.ts'

/** Returns the open page's handle, merged with the handles of its parents. */
export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map(({ handle }) => handle))
}

/** The head of a page whose handle has a title. It is below the error boundary: error pages set their own title. */
export function PageHead() {
  const { side, title, description, picture } = usePageHandle()
  const { brand = '', origin = '' } = useRootData() ?? {}
  // The router ignores case and a trailing slash in paths.
  const path = useLocation()
    .pathname.toLowerCase()
    .replace(/(.)\/$/, '$1')
  // Pages of the dashboard set their title in AdminPage.
  if (!title || side === 'admin') return null
  if (!description) return <PageTitle>{title}</PageTitle>
  const fill = (text: string) => text.replaceAll('{brand}', brand)
  const head = { brand, origin, path, title: fill(title), description: fill(description) }
  return pageMeta({ ...head, image: pagePicture(picture) }).map((tag) => {
    const key = JSON.stringify(tag)
    if ('title' in tag) return <title key={key}>{tag.title}</title>
    const { tagName: Tag = 'meta', ...rest } = tag
    return <Tag key={key} {...rest} />
  })
}

/** The document's title with the shop's name, for a page whose view sets the title. */
export function PageTitle({ children }: { children: string | undefined }) {
  return <title>{documentTitle(children ?? '', useRootData()?.brand ?? '')}</title>
}
