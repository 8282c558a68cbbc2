import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A link that led to another page may be gone with the page it stood on, and the focus with it. Then the place that the
 * address names, or else the new page's content, takes it: Tab goes on from there, and screen readers say where they are.
 */
export function useFocusOnNewPage(): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) focusOn(hash.slice(1) || 'main')
  }, [pathname, hash])
}

function focusOn(id: string): void {
  const place = document.getElementById(id)
  if (!place) return
  // Not a stop of Tab, only where it begins.
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: true })
}
