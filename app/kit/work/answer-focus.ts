import { useEffect } from 'react'

/**
 * Scrolls to a form's first invalid field, or else to its result (`data-answer`), and focuses it, whenever `answer`
 * changes, except to null. `within`: the selector of the form's part of the page.
 */
export function useAnswerFocus(answer: unknown, within = 'main'): void {
  useEffect(() => {
    if (answer === null || answer === undefined) return
    const part = document.querySelector(within)
    const target =
      part?.querySelector<HTMLElement>('[aria-invalid=true]') ??
      part?.querySelector<HTMLElement>('[data-answer]')
    // Browsers keep the scroll position when a form is answered.
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [answer, within])
}
