import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * Whether the form with this `intent` is on its way. `stopTwice` keeps it, and every other form that calls it, from
 * being sent until the answer is there; it notices the second half of a double click, which comes before React has
 * rendered anything. `isSaving`: with it goes an address to be saved.
 */
export function useSubmitting(intent: string) {
  const { state, formData } = useNavigation()
  const isSubmitting = state !== 'idle' && formData?.get('intent') === intent && !formData.has('coupon')
  const isSaving = isSubmitting && formData.has('saveAddress')
  const isSent = useRef(false)

  useEffect(() => {
    if (state === 'idle') isSent.current = false
  })

  const stopTwice = (event: FormEvent) => {
    if (event.defaultPrevented) return
    if (isSent.current || isSubmitting) event.preventDefault()
    isSent.current = true
  }
  return { isSubmitting, isSaving, stopTwice }
}
