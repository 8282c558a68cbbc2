import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hideToast, showToast, showUndo, startTimer, stopTimer, toastStore } from '#app/kit/toasts.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows a message for five seconds', () => {
  showToast('Ragi mix added')
  vi.advanceTimersByTime(4999)
  expect(toastStore.read().map((toast) => toast.text)).toEqual(['Ragi mix added'])
  vi.advanceTimersByTime(1)
  expect(toastStore.read()).toEqual([])
})

it('offers to undo for ten seconds, and stops the timer while a pointer or the focus is on the toast', () => {
  const undo = { run: () => {}, takesFocus: false }
  showUndo('Removed Ragi Mix', undo)
  showUndo('Removed Bajra Mix', undo)
  const [toast, ...others] = toastStore.read()
  expect([toast?.text, others]).toEqual(['Removed Bajra Mix', []])
  if (!toast) throw new Error('no toast')
  vi.advanceTimersByTime(9000)
  stopTimer(toast.id)
  vi.advanceTimersByTime(60_000)
  expect(toastStore.read()).toHaveLength(1)
  startTimer(toast)
  vi.advanceTimersByTime(9999)
  expect(toastStore.read()).toHaveLength(1)
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
