import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { holdBack, stepUnseen } from './back-button.ts'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'

type Shown = {
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

/** A dialog that a script opens: Back closes it. */
type Opened = {
  open: boolean
  /** Called once for ×, Esc, Back and a click outside; set `open` to false there. */
  onClose: () => void
}

/** A dialog with an address of its own: Back and closing lead to the page without it. */
type OfPage = { closeTo: string }

export type DialogProps = Shown & (Opened | OfPage)

/**
 * A native <dialog>: the browser traps the focus, makes the rest inert and restores the focus on closing.
 * Rendered open by the server, it shows and closes without JavaScript too.
 */
export function Dialog(props: DialogProps) {
  return 'closeTo' in props ? <PageDialog {...props} /> : <DialogFrame {...props} />
}

function PageDialog({ closeTo, ...rest }: Shown & OfPage) {
  const navigate = useNavigate()
  const page = useFirst(closeTo)
  useEffect(() => between(page), [page])
  return <DialogFrame {...rest} open onClose={() => void navigate(closeTo, { preventScrollReset: true })} />
}

/**
 * Puts the page without the dialog behind a dialog that was opened from outside the shop, so that Back closes it. The
 * returned function removes the dialog's entry where the visitor went on to that page, so that Back does not reopen it.
 */
function between(closeTo: string): () => void {
  const { history, location, navigation } = window
  const page = new URL(closeTo, location.href).pathname
  const isPage = (steps: number) => {
    // Not every browser has this list of entries.
    const entry = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - steps]
    return entry?.url ? new URL(entry.url).pathname === page : false
  }
  const { state } = history
  if (state?.idx === 0 && !isPage(1)) {
    const { href } = location
    history.replaceState({ ...state, key: `${state.key}-page` }, '', closeTo)
    history.pushState({ ...state, idx: 1 }, '', href)
  }
  const { idx } = history.state
  return () => {
    const { state: next } = history
    const isOnPage = location.pathname === page && !document.querySelector('dialog[open]')
    if (next?.idx !== idx + 1 || !isOnPage) return
    const { href } = location
    stepUnseen(isPage(2) ? -2 : -1, () => history.replaceState(next, '', href))
  }
}

function DialogFrame({
  open,
  onClose,
  title,
  titleHidden,
  placement = 'centre',
  foot,
  className,
  children,
}: Shown & Opened) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open) showModal(element)
    else if (element.open) element.close()
  }, [open])

  // Rendered open, it has an address of its own.
  const isOfPage = useFirst(open)
  useEffect(() => {
    if (open && !isOfPage) return holdBack(() => dialog.current?.close())
  }, [open, isOfPage])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, and the browser handles it
    <dialog
      ref={dialog}
      open={isOfPage}
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
