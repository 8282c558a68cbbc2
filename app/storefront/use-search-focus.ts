import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Where the focus goes. Whoever searches in the page's own field goes on there; a search from the header leads to what
 * was found, the header's icon to the field. A visit by address and the Back button leave the focus alone.
 */
export function useSearchFocus(query: string) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const { key } = useLocation()
  const isFollowed = useNavigationType() !== 'POP'

  // The field belongs to the address: a search from the header shows here too.
  useEffect(() => {
    if (field.current) field.current.value = query
  }, [query])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    if (!isFollowed || form.current?.contains(document.activeElement)) return
    const target = query === '' ? field.current : summary.current
    target?.focus({ preventScroll: true })
  }, [key])

  return { form, field, summary }
}
