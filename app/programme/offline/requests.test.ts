import { describe, expect, it } from 'vitest'
import { refusalOf, refusalText } from '#app/programme/offline/requests.ts'

describe('a refused item', () => {
  it('is finished by a permanent refusal, and stays queued after a temporary one', async () => {
    for (const status of [400, 405, 410, 415])
      expect(await refusalOf(new Response(null, { status }), 'her')).toBe('failed')
    for (const status of [413, 422])
      expect(await refusalOf(new Response(null, { status }), 'her')).toBe('damaged')
    for (const status of [401, 408, 425, 429, 500, 503])
      expect(await refusalOf(new Response(null, { status }), 'her')).toBe('later')
  })

  it('has the text of the response, or no text if the body contains none', async () => {
    expect(await refusalText(Response.json({ said: 'Too late.' }, { status: 422 }))).toBe('Too late.')
    for (const body of ['null', '', '<html>', '7', '[]', '{}', '{"said":null}'])
      expect(await refusalText(new Response(body, { status: 413 }))).toBe('')
  })
})
