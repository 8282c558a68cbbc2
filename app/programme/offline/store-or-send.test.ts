import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeOrSend } from '#app/programme/offline/store-or-send.ts'
import { goesToQueue } from '#app/programme/offline/waiting.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Stores work. Returns whether it was sent at once, and the remaining problem. */
async function outcomeOf(error: Error | null, hasNetwork: boolean) {
  let isSent = false
  const problem = await storeOrSend({
    store: async () => {
      if (error) throw error
    },
    isShopReachable: async () => hasNetwork,
    send: () => {
      isSent = true
    },
  })
  return { isSent, problem }
}

describe('work that the phone cannot store', () => {
  const full = new DOMException('', 'QuotaExceededError')
  const refused = new DOMException('', 'SecurityError')

  it('is sent at once with a network', async () => {
    for (const error of [full, refused, new DOMException('', 'UnknownError')])
      expect(await outcomeOf(error, true)).toEqual({ isSent: true, problem: null })
  })

  it('causes a problem without a network: that the phone is full, or refuses to store', async () => {
    expect(await outcomeOf(full, false)).toEqual({ isSent: false, problem: 'full' })
    expect(await outcomeOf(refused, false)).toEqual({ isSent: false, problem: 'refused' })
  })
})

it('work that the phone stores is not sent at once', async () => {
  expect(await outcomeOf(null, true)).toEqual({ isSent: false, problem: null })
})

it('goesToQueue is true in a browser without IndexedDB only if there is no network', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('isSecureContext', true)
  for (const onLine of [true, false]) {
    vi.stubGlobal('navigator', { onLine })
    expect(goesToQueue()).toBe(!onLine)
  }
})
