import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { closeAndFocus, useCloseOnBack } from '#app/kit/browser/disclosure.tsx'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { classNames, VisuallyHidden } from '#app/kit/text.tsx'

type MenuProps = { icon: IconName; label: string; className?: string; children: ReactNode }

/** A menu in <details>. Scripts close it after a navigation, on Escape and Back, and on a press or focus outside. */
export function Menu({ icon, label, className, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const onToggle = useCloseOnBack(details)

  const { key } = useLocation()
  const isUsed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new location closes it
  useEffect(() => {
    // A menu opened before this script ran, or while a page was loading, stays open.
    if (!isUsed.current) return
    isUsed.current = false
    close(details.current)
    onToggle()
  }, [key])
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      isUsed.current = details.current?.querySelector('.menu-panel')?.contains(target as Node) ?? false
    }
    const onPress = (event: PointerEvent) => {
      if (!details.current?.contains(event.target as Node)) close(details.current)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return
      closeAndFocus(details.current)
    }
    document.addEventListener('click', onClick, true)
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close(currentTarget)
  }

  return (
    <details ref={details} className={classNames('menu', className)} onBlur={onBlur} onToggle={onToggle}>
      <summary className="icon-btn">
        <Icon name={icon} />
        <VisuallyHidden>{label}</VisuallyHidden>
      </summary>
      <div className="menu-panel">{children}</div>
    </details>
  )
}

function close(details: HTMLDetailsElement | null) {
  if (details) details.open = false
}
