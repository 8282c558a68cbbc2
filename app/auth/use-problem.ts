import { type FormEvent, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { z } from 'zod'
import { checkForm, type Problem } from '#app/kit/form-fields.ts'

/**
 * Checks a form in the browser before it is sent; what the server said about the last one counts until the next try.
 * `isBusy` is true while this page's own form is on its way.
 */
export function useProblem(schema: z.ZodType, answered: Problem | null) {
  const [found, setFound] = useState<Problem | null>(null)
  const isBusy = useIsBusy()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const checked = checkForm(schema, new FormData(form))
    setFound(checked.ok ? null : checked.problem)
    if (checked.ok && !isBusy) return
    event.preventDefault()
    if (!checked.ok) focusField(form, checked.problem)
  }
  return { problem: found ?? (isBusy ? null : answered), isBusy, onSubmit }
}

function focusField(form: HTMLFormElement, { field }: Problem): void {
  const control = field ? form.elements.namedItem(field) : null
  if (control instanceof HTMLElement) control.focus()
}

/** True while the page's main form is sent and until the next page stands. */
function useIsBusy(): boolean {
  const { pathname } = useLocation()
  const { formAction, formData } = useNavigation()
  return formAction?.split('?')[0] === pathname && !formData?.has('provider')
}
