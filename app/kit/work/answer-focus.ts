import { useEffect } from 'react'

/**
 * Whenever `answer` changes to a value, scrolls to the first invalid field of a form and focuses it; if none is
 * invalid, to the result (`data-answer`). `within`: the selector of the form's part of the page.
 */
export function useAnswerFocus(answer: unknown, within = 'main'): void {
  useEffect(() => {
    if (answer === null || answer === undefined) return
    const part = document.querySelector(within)
    const target =
      part?.querySelector<HTMLElement>('[aria-invalid=true]') ??
      part?.querySelector<HTMLElement>('[data-answer]')
    // Browsers keep the scroll position after a form is answered.
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }, [answer, within])
}
