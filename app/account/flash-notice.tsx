import { useEffect, useState } from 'react'
import { Banner } from '#app/kit/banner.tsx'

const LIFETIME_MS = 3000

/**
 * Good news that goes from view after three seconds. It stays in the page: whatever is `aria-describedby` its `id` goes
 * on telling it to screen readers. Give it a new `key` to show it again.
 */
export function FlashNotice({ id, children }: { id: string; children: string }) {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), LIFETIME_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div id={id} hidden={!isShown}>
      <Banner tone="positive">{children}</Banner>
    </div>
  )
}
