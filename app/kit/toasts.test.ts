import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideToast, showToast, toastStore } from '#app/kit/toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows a message for five seconds', () => {
  showToast('Ragi mix added')
  vi.advanceTimersByTime(4999)
  expect(toastStore.read().map((toast) => toast.text)).toEqual(['Ragi mix added'])
  vi.advanceTimersByTime(1)
  expect(toastStore.read()).toEqual([])
})

it('notifies subscribers until they unsubscribe', () => {
  let changes = 0
  const leave = toastStore.subscribe(() => {
    changes += 1
  })
  hideToast(showToast('One'))
  leave()
  hideToast(showToast('Two'))
  expect(changes).toBe(2)
})
