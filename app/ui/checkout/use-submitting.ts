import type { FormEvent } from 'react'
import { useNavigation } from 'react-router'

/** Whether the form with this `intent` is on its way; `stopTwice` keeps it from being sent a second time. */
export function useSubmitting(intent: string) {
  const { state, formData } = useNavigation()
  const isSubmitting = state !== 'idle' && formData?.get('intent') === intent
  const stopTwice = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
  }
  return { isSubmitting, stopTwice }
}
