import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/** `isSubmitting`: the form with this `intent` is being sent. `stopTwice`: blocks further submits until the answer. */
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
