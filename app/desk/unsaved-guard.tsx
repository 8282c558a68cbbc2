import { useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

const QUESTION = 'Leave without saving? What you typed here would be lost.'

type Props = { form: string; isRefused: boolean; isBehindDialog?: boolean }

/** True if an input or text area differs from the server's HTML. Includes changes from before scripts loaded. */
function differs(part: HTMLElement | null): boolean {
  return [...(part?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])].some(
    (control) => {
      if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue
      if (control.type === 'hidden' || control.type === 'file') return false
      const isTicked = control.type === 'checkbox' || control.type === 'radio'
      return isTicked ? control.checked !== control.defaultChecked : control.value !== control.defaultValue
    },
  )
}

/**
 * Asks before unsaved values are dropped by a link, another form, Back, Forward, a reload, a closed tab or a closed
 * dialog. Catches links before the router sees them, and Back and Forward by the router's only blocker
 * (app/frame/offline.tsx).
 *
 * `form`: the id of the form, or of an element around several forms. `isRefused`: true if the server did not save the
 * values. `isBehindDialog`: true if a dialog of the page is open. Back then closes the dialog and drops nothing.
 */
export function UnsavedGuard({ form, isRefused, isBehindDialog = false }: Props) {
  const { state } = useNavigation()
  const isDirty = useRef(false)
  const isSubmitting = useRef(false)
  // A layout effect, because a normal effect would miss a click right after the page has changed.
  useLayoutEffect(() => {
    isDirty.current = isRefused || differs(document.getElementById(form))
  }, [form, isRefused])
  // If the browser's own checks refuse a form, the router does not submit it.
  useLayoutEffect(() => {
    if (state === 'submitting' && isSubmitting.current) isDirty.current = false
    if (state !== 'idle' || !(isRefused || isSubmitting.current)) return
    // After a submission that failed (refused, or signed out in the meantime), the fields still differ from their
    // defaults.
    isSubmitting.current = false
    isDirty.current = isRefused || differs(document.getElementById(form))
  }, [state, isRefused, form])
  useLayoutEffect(() => {
    const root = () => document.getElementById(form)
    const isInForm = (target: EventTarget | null) =>
      target instanceof Node && Boolean(root()?.contains(target))
    const containsForm = (target: EventTarget | null) =>
      target instanceof HTMLDialogElement && Boolean(root() && target.contains(root()))
    const askBefore = (event: Event) => {
      if (!isDirty.current || window.confirm(QUESTION)) isDirty.current = false
      else {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    const onInput = ({ target }: Event) => {
      if (isInForm(target)) isDirty.current = true
    }
    const onSubmit = (event: Event) => {
      isSubmitting.current = isInForm(event.target)
      // Some forms are submitted by the browser, not by the router.
      if (isSubmitting.current && !event.defaultPrevented) isDirty.current = false
    }
    const onOtherSubmit = (event: Event) => {
      const { target } = event
      if (!(target instanceof HTMLFormElement) || isInForm(target)) return
      const closes = target.method === 'dialog' && containsForm(target.closest('dialog'))
      if (closes || new URL(target.action).pathname !== window.location.pathname) askBefore(event)
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty.current) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (containsForm(event.target)) return askBefore(event)
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (link?.target !== '' || event.metaKey || event.ctrlKey || event.shiftKey) return
      if (link.pathname !== window.location.pathname || containsForm(link.closest('dialog'))) askBefore(event)
    }
    const onCancel = (event: Event) => {
      if (containsForm(event.target)) askBefore(event)
    }
    const onBack = (event: Event) => {
      if (!isBehindDialog) askBefore(event)
    }
    const listeners = new AbortController()
    const { signal } = listeners
    addEventListener('beforeback', onBack, { signal })
    addEventListener('input', onInput, { signal })
    addEventListener('submit', onSubmit, { signal })
    addEventListener('submit', onOtherSubmit, { capture: true, signal })
    addEventListener('beforeunload', onUnload, { signal })
    addEventListener('click', onClick, { capture: true, signal })
    addEventListener('cancel', onCancel, { capture: true, signal })
    return () => listeners.abort()
  }, [form, isBehindDialog])
  return null
}
