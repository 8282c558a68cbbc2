import { useEffect } from 'react'

const QUESTION = 'Leave without saving? What you typed here would be lost.'

/** True when a control differs from how the server rendered it: also for what was typed before the scripts had loaded. */
function differs(form: HTMLElement | null): boolean {
  if (!(form instanceof HTMLFormElement)) return false
  return [...form.elements].some((one) => {
    if (one instanceof HTMLTextAreaElement) return one.value !== one.defaultValue
    if (!(one instanceof HTMLInputElement) || one.type === 'hidden' || one.type === 'file') return false
    const isTicked = one.type === 'checkbox' || one.type === 'radio'
    return isTicked ? one.checked !== one.defaultChecked : one.value !== one.defaultValue
  })
}

/**
 * Asks before a link, Back, Forward, a reload or a closed tab drops what was typed into a form and not sent. Links are
 * caught before the router sees them, Back and Forward by its only blocker (app/frame/offline.tsx).
 *
 * `form`: the element's id. `isRefused`: what was typed came back unsaved.
 */
export function UnsavedGuard({ form, isRefused }: { form: string; isRefused: boolean }) {
  useEffect(() => {
    const own = () => document.getElementById(form)
    let isTyped = isRefused || differs(own())
    const onInput = ({ target }: Event) => {
      if (target instanceof Node && own()?.contains(target)) isTyped = true
    }
    const onSubmit = ({ target }: Event) => {
      if (target === own()) isTyped = false
    }
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isTyped) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
      const leaves = link && link.target === '' && link.pathname !== window.location.pathname
      if (!isTyped || !leaves || event.metaKey || event.ctrlKey || event.shiftKey) return
      if (window.confirm(QUESTION)) isTyped = false
      else {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    const onBack = (event: Event) => {
      if (!isTyped || window.confirm(QUESTION)) isTyped = false
      else event.preventDefault()
    }
    addEventListener('beforeback', onBack)
    addEventListener('input', onInput)
    addEventListener('submit', onSubmit)
    addEventListener('beforeunload', onUnload)
    addEventListener('click', onClick, { capture: true })
    return () => {
      removeEventListener('beforeback', onBack)
      removeEventListener('input', onInput)
      removeEventListener('submit', onSubmit)
      removeEventListener('beforeunload', onUnload)
      removeEventListener('click', onClick, { capture: true })
    }
  }, [form, isRefused])
  return null
}
