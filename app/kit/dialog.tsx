import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { type Navigation, useLocation, useNavigate, useNavigation, useRouteLoaderData } from 'react-router'
import { closeOnBack, goToPageBefore, pageBefore } from '#app/kit/back-button.ts'
import { ButtonLink, IconButton } from '#app/kit/button.tsx'
import { isPlainClick, Link, type LinkProps } from '#app/kit/link.tsx'
import { classNames } from '#app/kit/text.tsx'

type DialogContent = {
  title: ReactNode
  /** The part that stays visible below the scrolling part. */
  foot?: ReactNode
  className?: string
  children: ReactNode
}

/** A dialog opened by a script. Back closes it. */
type ControlledDialog = {
  open: boolean
  /** Called once for ×, Esc, Back and a click outside. It must set `open` to false. */
  onClose: () => void
}

/** A dialog with its own URL. Back and closing lead to the page without the dialog. */
type DialogPage = { closeTo: string }

type FrameProps = DialogContent &
  ControlledDialog & {
    isLeft?: boolean
    /** The router's key of the visit. A new visit shows the dialog again, even while it is closing. */
    visit?: string
    /** True if Back leads to the dialog's page, so that it needs no overlay entry. */
    hasOwnEntry?: () => boolean
  }

export type DialogProps = DialogContent & (ControlledDialog | DialogPage)

/** A native <dialog>. If the server renders it open, it shows and closes without JavaScript, too. */
export function Dialog(props: DialogProps) {
  return 'closeTo' in props ? <PageDialog {...props} /> : <DialogFrame {...props} />
}

function PageDialog({ closeTo, ...rest }: DialogContent & DialogPage) {
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { key: visit } = useLocation()
  const leave = () => {
    // Reads the router's state, because React may not have rendered the navigation yet.
    if (isOpening(closeTo, window.__reactRouterDataRouter?.state.navigation)) return
    if (isBackToPage(closeTo)) goToPageBefore()
    else void navigate(closeTo, { replace: true, preventScrollReset: true })
  }
  return (
    <DialogFrame
      {...rest}
      open
      visit={visit}
      onClose={leave}
      // Closes the dialog before its page is loaded.
      isLeft={isOpening(closeTo, navigation)}
      hasOwnEntry={() => isBackToPage(closeTo)}
    />
  )
}

/** True while this page is being loaded, with or without a dialog. False while a form is being sent to it. */
function isOpening(page: string, navigation?: Pick<Navigation, 'location' | 'formMethod'>): boolean {
  return !navigation?.formMethod && navigation?.location?.pathname === pathOf(page)
}

/** True if Back leads to the page without the dialog and does not repeat its success message. */
function isBackToPage(closeTo: string): boolean {
  const previous = pageBefore()
  return previous !== '' && pathOf(previous) === pathOf(closeTo) && !/[?&]done=/.test(previous)
}

function pathOf(page: string): string {
  return page.replace(/[?#].*/, '')
}

/** A link to the page without the dialog. It closes the dialog in the same way as ×. */
export function CloseLink({ to, children }: { to: string; children: ReactNode }) {
  const close = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    event.currentTarget.closest('dialog')?.close()
  }
  return (
    <ButtonLink to={to} look="line" onClick={close}>
      {children}
    </ButtonLink>
  )
}

function DialogFrame(props: FrameProps) {
  const { open, onClose, title, foot, className, children, isLeft = false, visit, hasOwnEntry } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Pages in several languages send the word.
  const root = useRouteLoaderData('root') as { words?: { texts: { close?: string } } } | undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit shows the dialog
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (open && !isLeft) showModal(element)
    else if (element.open) element.close()
  }, [open, isLeft, visit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `hasOwnEntry` stays the same
  useEffect(() => {
    if (open && !hasOwnEntry?.()) return closeOnBack(() => dialog.current?.close())
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: on a keyboard Esc closes it, which the browser handles
    <dialog
      ref={dialog}
      open={useInitialValue(open)}
      aria-labelledby={titleId}
      className={classNames('dialog', className)}
      onClose={() => open && onClose()}
      onClick={closeOutside}
    >
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 id={titleId} className="display text-xl">
            {title}
          </h2>
          <form method="dialog" className="ml-auto">
            <IconButton icon="x" label={root?.words?.texts.close ?? 'Close'} />
          </form>
        </div>
        <div className="dialog-scroll">{children}</div>
        {foot && <div className="dialog-foot">{foot}</div>}
      </div>
    </dialog>
  )
}

/** Returns the value of the first render. Afterwards the effect controls the `open` attribute instead of React. */
function useInitialValue<T>(value: T): T {
  return useRef(value).current
}

/** Shows the dialog as a modal. A dialog rendered open by the server is first closed, without an event. */
function showModal(element: HTMLDialogElement) {
  if (element.matches(':modal')) return
  const { style, clientWidth } = document.documentElement
  style.setProperty('--scrollbar', `${window.innerWidth - clientWidth}px`)
  element.removeAttribute('open')
  element.showModal()
}

/** Closes the dialog on a click on its backdrop. The dialog has no padding, so such a click hits the element itself. */
function closeOutside(event: MouseEvent<HTMLDialogElement>) {
  if (event.target === event.currentTarget) event.currentTarget.close()
}

type DialogLinkProps = LinkProps & {
  /** Opens the dialog. `to`: a page with the same content, for browsers without JavaScript and for new tabs. */
  onOpen: () => void
}

/** A link to a page, which JavaScript shows as a dialog. Style it with any class, for example `buttonClass`. */
export function DialogLink({ onOpen, ...rest }: DialogLinkProps) {
  return (
    <Link
      {...rest}
      data-control=""
      aria-haspopup="dialog"
      onClick={(event) => isPlainClick(event) && open(event, onOpen)}
    />
  )
}

function open(event: MouseEvent, onOpen: () => void) {
  event.preventDefault()
  onOpen()
}
