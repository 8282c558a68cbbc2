import { type ComponentProps, type RefObject, useEffect, useRef } from 'react'
import { holdBack } from '#app/kit/back-button.ts'

/** A form or question that a button unfolds: a <details>, so it opens without JavaScript. With it, Back folds it up. */
export function Unfolding(props: ComponentProps<'details'>) {
  const details = useRef<HTMLDetailsElement>(null)
  const onToggle = useHeldDetails(details)
  return <details {...props} ref={details} onToggle={onToggle} />
}

export function useHeldDetails(details: RefObject<HTMLDetailsElement | null>): () => void {
  const release = useRef<() => void>(undefined)
  const onToggle = () => {
    release.current?.()
    release.current = details.current?.open ? holdBack(() => closeToButton(details.current)) : undefined
  }
  // It may have been opened before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    onToggle()
    return () => release.current?.()
  }, [])
  return onToggle
}

export function closeToButton(details: HTMLDetailsElement | null): void {
  if (!details) return
  details.open = false
  details.querySelector('summary')?.focus()
}
