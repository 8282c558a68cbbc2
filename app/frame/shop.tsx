import { Outlet, useLocation } from 'react-router'
import { usePageHandle } from '#app/frame/page-head.tsx'
import ShopFrame from '#app/frame/shop-frame.tsx'
import { provideShopFrame } from '#app/frame/shop-frame-here.ts'
import { useRootData } from '#app/frame/use-root-data.ts'
import { pageMeta, pagePicture } from '#app/seo/page-meta.ts'

provideShopFrame(ShopFrame)

/** The layout of the shop's own pages. It loads their frame, which the root renders around them. */
export default function Shop() {
  return (
    <>
      <SharedHead />
      <Outlet />
    </>
  )
}

/** The head of a page whose handle has a description: title, canonical URL and tags for shared links. */
function SharedHead() {
  const { title, description, picture } = usePageHandle()
  const { brand = '', origin = '' } = useRootData() ?? {}
  // The router ignores case and a trailing slash in paths.
  const path = useLocation()
    .pathname.toLowerCase()
    .replace(/(.)\/$/, '$1')
  if (!title || !description) return null
  const fill = (text: string) => text.replaceAll('{brand}', brand)
  const head = { brand, origin, path, title: fill(title), description: fill(description) }
  return pageMeta({ ...head, image: pagePicture(picture) }).map((tag) => {
    const key = JSON.stringify(tag)
    if ('title' in tag) return <title key={key}>{tag.title}</title>
    const { tagName: Tag = 'meta', ...rest } = tag
    return <Tag key={key} {...rest} />
  })
}
