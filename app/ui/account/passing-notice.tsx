import { useEffect, useState } from 'react'
import { Banner } from '#app/ui/kit/banner.tsx'

const LIFETIME_MS = 3000

/** Good news that goes away by itself after three seconds. Give it a new `key` to show it again. */
export function PassingNotice({ children }: { children: string }) {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), LIFETIME_MS)
    return () => clearTimeout(timer)
  }, [])
  return isShown ? <Banner tone="positive">{children}</Banner> : null
}
