import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * True while the form with this `intent` is being sent, not by its `back` button. `stopTwice` blocks all forms and links
 * that use it until the answer, also the second half of a double click.
 */
export function useSubmitting(intent: string) {
  const { state, formData } = useNavigation()
  const isSubmitting = state !== 'idle' && formData?.get('intent') === intent && !formData.has('back')
  const isSent = useRef(false)

  useEffect(() => {
    if (state === 'idle') isSent.current = false
  })

  const stopTwice = (event: FormEvent) => {
    if (event.defaultPrevented) return
    if (isSent.current || isSubmitting) event.preventDefault()
    isSent.current = true
  }
  return { isSubmitting, stopTwice }
}
