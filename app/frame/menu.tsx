import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { holdBack } from '#app/kit/back-button.ts'
import { classNames } from '#app/kit/class-names.ts'

/**
 * A menu on <details>, so it opens without JavaScript. With it, the menu closes on navigation, on Escape and Back
 * (returning the focus to its button), on a press outside, and when the focus moves behind its panel.
 */
export function Menu({
  button,
  className,
  children,
}: {
  button: ReactNode
  className?: string
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const location = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the location is what closes it
  useEffect(() => close(details.current), [location.key])
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close(details.current)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return
      closeToButton(details.current)
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

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

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close(currentTarget)
  }

  return (
    <details ref={details} className={classNames('menu', className)} onBlur={onBlur} onToggle={onToggle}>
      <summary className="icon-btn">{button}</summary>
      <div className="menu-panel">{children}</div>
    </details>
  )
}

function closeToButton(details: HTMLDetailsElement | null) {
  close(details)
  details?.querySelector('summary')?.focus()
}

function close(details: HTMLDetailsElement | null) {
  if (details) details.open = false
}
