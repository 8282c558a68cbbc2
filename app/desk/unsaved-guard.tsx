import { useLayoutEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

const QUESTION = 'Leave without saving? What you typed here would be lost.'

type Props = { form: string; isRefused: boolean; isBehindDialog?: boolean }

/** True when a control differs from how the server rendered it, also by typing before the scripts had loaded. */
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
 * Asks before a link, another form, Back, Forward, a reload, a closed tab or a closed dialog drops unsaved values.
 * Links are caught before the router sees them, Back and Forward by its only blocker
 * (app/frame/offline.tsx).
 *
 * `form`: the id of the form, or of an element around several. `isRefused`: the values came back unsaved.
 * `isBehindDialog`: a dialog of the page is open, which Back closes and which drops nothing.
 */
export function UnsavedGuard({ form, isRefused, isBehindDialog = false }: Props) {
  const { state } = useNavigation()
  const isTyped = useRef(false)
  const isSent = useRef(false)
  // In the moment the page changes: an effect after it would miss a click that follows at once.
  useLayoutEffect(() => {
    isTyped.current = isRefused || differs(document.getElementById(form))
  }, [form, isRefused])
  // A form that is refused in the browser is no submission of the router's.
  useLayoutEffect(() => {
    if (state === 'submitting' && isSent.current) isTyped.current = false
    if (state !== 'idle' || !(isRefused || isSent.current)) return
    // A submission that failed (refused, or signed out meanwhile) leaves its fields different from their defaults.
    isSent.current = false
    isTyped.current = isRefused || differs(document.getElementById(form))
  }, [state, isRefused, form])
  useLayoutEffect(() => {
    const own = () => document.getElementById(form)
    const has = (target: EventTarget | null) => target instanceof Node && Boolean(own()?.contains(target))
    const isAround = (target: EventTarget | null) =>
      target instanceof HTMLDialogElement && Boolean(own() && target.contains(own()))
    const askBefore = (event: Event) => {
      if (!isTyped.current || window.confirm(QUESTION)) isTyped.current = false
      else {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    const onInput = ({ target }: Event) => {
      if (has(target)) isTyped.current = true
    }
    const onSubmit = (event: Event) => {
      isSent.current = has(event.target)
      // The browser itself sends it.
      if (isSent.current && !event.defaultPrevented) isTyped.current = false
    }
    const onOtherSubmit = (event: Event) => {
      const { target } = event
      if (!(target instanceof HTMLFormElement) || has(target)) return
      const closes = target.method === 'dialog' && isAround(target.closest('dialog'))
      if (closes || new URL(target.action).pathname !== window.location.pathname) askBefore(event)
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isTyped.current) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (isAround(event.target)) return askBefore(event)
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (link?.target !== '' || event.metaKey || event.ctrlKey || event.shiftKey) return
      if (link.pathname !== window.location.pathname || isAround(link.closest('dialog'))) askBefore(event)
    }
    const onCancel = (event: Event) => {
      if (isAround(event.target)) askBefore(event)
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
