import { describe, expect, it } from 'vitest'
import { storeOrSend } from '#app/worker/offline/store-or-send.ts'

/** Result of storing work: whether it was sent at once, and the remaining problem. */
async function outcomeOf(error: Error | null, hasNetwork: boolean) {
  let isSent = false
  const problem = await storeOrSend({
    store: async () => {
      if (error) throw error
    },
    isShopThere: async () => hasNetwork,
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
    expect(await outcomeOf(null, true)).toEqual({ isSent: false, problem: null })
  })

  it('is a problem without a network, which says if the phone is full or refuses', async () => {
    expect(await outcomeOf(full, false)).toEqual({ isSent: false, problem: 'full' })
    expect(await outcomeOf(refused, false)).toEqual({ isSent: false, problem: 'refused' })
  })
})
