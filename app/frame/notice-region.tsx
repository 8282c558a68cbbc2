import { useState } from 'react'
import { useLocation } from 'react-router'
import { NOTICE_MARK } from '#app/frame/read-only-notice.ts'

/**
 * Where the server may put a notice into a page it has kept. What stands here is left alone at hydration, and gone
 * with the next page: that one was rendered afresh.
 */
export function NoticeRegion() {
  const { key } = useLocation()
  const [firstKey] = useState(key)
  const html = key === firstKey ? NOTICE_MARK : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant comment
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
