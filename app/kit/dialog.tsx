import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

export type DialogProps = {
  open: boolean
  /** Called once for ×, Esc and a click outside; set `open` to false there (or navigate). */
  onClose: () => void
  title: ReactNode
  /** The title for screen readers only. */
  titleHidden?: boolean
  /** centre: in the middle, a sheet from below on phones; end: a panel at the right edge. */
  placement?: 'centre' | 'end'
  /** Stays in view below the scrolling part. */
  foot?: ReactNode
  className?: string
  children: ReactNode
}

/**
 * A native <dialog>: the browser traps the focus, makes the rest inert and restores the focus on closing.
 * Rendered open by the server, it shows and closes without JavaScript too.
 */
export function Dialog({
  open,
  onClose,
  title,
  titleHidden,
  placement = 'centre',
  foot,
  className,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open) showModal(element)
    else if (element.open) element.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, and the browser handles it
    <dialog
      ref={dialog}
      open={useFirst(open)}
      aria-labelledby={titleId}
      className={classNames('dialog', placement === 'end' && 'dialog-end', className)}
      onClose={() => open && onClose()}
      onClick={closeOutside}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={titleId} className={titleHidden ? 'sr-only' : 'display text-xl'}>
            {title}
          </h2>
          <form method="dialog" className="ml-auto">
            <IconButton icon="x" label="Close" />
          </form>
        </div>
        <div className="dialog-scroll">{children}</div>
        {foot && <div className="dialog-foot">{foot}</div>}
      </div>
    </dialog>
  )
}

/** Keeps its first value: afterwards the effect, not React, controls the `open` attribute. */
function useFirst<T>(value: T): T {
  return useRef(value).current
}

/** A dialog that the server rendered open is not modal: it is closed without an event and opened again. */
function showModal(element: HTMLDialogElement) {
  if (element.matches(':modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
  element.removeAttribute('open')
  element.showModal()
}

/** The dialog has no padding, so a click on the element itself is a click on its backdrop. */
function closeOutside(event: MouseEvent<HTMLDialogElement>) {
  if (event.target === event.currentTarget) event.currentTarget.close()
}
