import { afterEach, expect, it, vi } from 'vitest'
import { uploadPhoto } from '#app/programme/offline/send-photos.ts'

afterEach(() => void vi.unstubAllGlobals())

const PART = 128 * 1024
const photo = {
  ...{ workLogId: 'task', ownerId: 'savita', taskName: 'Pack', refused: null, addedAt: 0 },
  ...{ sha256: 'photo-a', bytes: new Blob([new Uint8Array(3 * PART)]) },
}

/** Uploads a photo that is removed from the queue after this many requests. Returns the requests and the outcome. */
async function uploadUntil(removedAfter: number, confirmed = photo.sha256) {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body: Blob }) => {
    requests.push(`${method} ${path.split('/').at(-1)}`)
    if (path.includes('/finish'))
      return Response.json({ sha256: confirmed }, { headers: { date: 'Sat, 28 Nov 2026 10:00:00 GMT' } })
    if (method === 'POST') return Response.json({ id: 'upload', offset: 0, complete: false })
    const parts = requests.filter((request) => request.startsWith('PATCH')).length
    expect(body.size).toBe(PART)
    return Response.json({ id: 'upload', offset: parts * PART, complete: false })
  })
  const outcome = await uploadPhoto(photo, async () =>
    requests.length < removedAfter ? { ...photo, claimed: requests.length } : undefined,
  )
  return { requests, outcome }
}

// The last step sends the count that is in the queue at that time.
const [OPEN, SEND, FINISH] = ['POST photo-uploads', 'PATCH upload', 'POST finish?claimed_quantity=4']

it('uploadPhoto stops before the next part or the last step if the photo was withdrawn or replaced', async () => {
  expect(await uploadUntil(1)).toEqual({ requests: [OPEN], outcome: 'later' })
  expect(await uploadUntil(2)).toEqual({ requests: [OPEN, SEND], outcome: 'later' })
  expect(await uploadUntil(4)).toEqual({ requests: [OPEN, SEND, SEND, SEND], outcome: 'later' })
})

it('uploadPhoto returns the time at which the server confirmed this photo', async () => {
  const allRequests = [OPEN, SEND, SEND, SEND, FINISH]
  const at = Date.parse('2026-11-28T10:00:00.999Z')
  expect(await uploadUntil(Number.POSITIVE_INFINITY)).toEqual({ requests: allRequests, outcome: { at } })
  // In this case the server has a different photo of the task.
  expect(await uploadUntil(Number.POSITIVE_INFINITY, 'photo-b')).toEqual({
    requests: allRequests,
    outcome: 'later',
  })
})
