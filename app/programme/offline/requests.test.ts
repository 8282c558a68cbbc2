import { describe, expect, it } from 'vitest'
import { refusalOf, saidIn } from '#app/programme/offline/requests.ts'

describe('a refused item', () => {
  it('is settled when the server refuses it for good, and stays queued when that may change', async () => {
    for (const status of [400, 405, 410, 415])
      expect(await refusalOf(new Response(null, { status }), 'her')).toBe('failed')
    for (const status of [413, 422])
      expect(await refusalOf(new Response(null, { status }), 'her')).toBe('damaged')
    for (const status of [401, 408, 425, 429, 500, 503])
      expect(await refusalOf(new Response(null, { status }), 'her')).toBe('later')
  })

  it('has the words of the answer, or none, whatever its body is', async () => {
    expect(await saidIn(Response.json({ said: 'Too late.' }, { status: 422 }))).toBe('Too late.')
    for (const body of ['null', '', '<html>', '7', '[]', '{}', '{"said":null}'])
      expect(await saidIn(new Response(body, { status: 413 }))).toBe('')
  })
})
