import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Footer } from '#app/frame/footer.tsx'
import { Header, SideLinks } from '#app/frame/header.tsx'
import { FRIEND_MARK, NOTICE_MARK } from '#app/frame/inserted-notices.ts'
import type { ShopFrameProps } from '#app/frame/shop-frame-here.ts'
import { useRootData } from '#app/frame/use-root-data.ts'
import { hasFriendOffer } from '#app/kit/browser/browser-state.ts'

export default function ShopFrame({ lang, side, children }: ShopFrameProps) {
  const data = useRootData()
  const brand = data?.brand ?? ''
  return (
    <>
      <Suspense>
        <SideLinks lang={lang} side={side} />
        <Header lang={lang} brand={brand} account={data?.account ?? ''} />
      </Suspense>
      <NoticeRegion />
      <FriendRegion />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Suspense>
        <Footer lang={lang} brand={brand} fssaiLicence={data?.fssaiLicence ?? null} />
      </Suspense>
    </>
  )
}

/** Where the server inserts a notice into cached pages. Hydration keeps it; the next navigation removes it. */
function NoticeRegion() {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  if (key !== firstKey) return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant comment
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: NOTICE_MARK }} />
}

/** Where the server inserts a friend's offer. Hydration keeps it; it is hidden once the cookie is deleted. */
function FriendRegion() {
  const { key } = useLocation()
  const region = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cookie may change with each page
  useEffect(() => {
    if (region.current) region.current.hidden = !hasFriendOffer()
  }, [key])
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant comment
    <div ref={region} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FRIEND_MARK }} />
  )
}
