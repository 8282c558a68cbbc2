import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { closeOnBack } from '#app/kit/back-button.ts'

/** A <details> element for a form or question. It opens without JavaScript. With JavaScript, Back closes it. */
export function Disclosure(props: ComponentProps<'details'>) {
  const details = useRef<HTMLDetailsElement>(null)
  const onToggle = useCloseOnBack(details)
  return <details {...props} ref={details} onToggle={onToggle} />
}

export function useCloseOnBack(details: RefObject<HTMLDetailsElement | null>): () => void {
  const release = useRef<() => void>(undefined)
  const onToggle = () => {
    release.current?.()
    release.current = details.current?.open ? closeOnBack(() => closeAndFocus(details.current)) : undefined
  }
  // The element may have been opened before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    onToggle()
    return () => release.current?.()
  }, [])
  return onToggle
}

export function closeAndFocus(details: HTMLDetailsElement | null): void {
  if (!details) return
  details.open = false
  details.querySelector('summary')?.focus()
}
