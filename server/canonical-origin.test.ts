import { expect, it } from 'vitest'
import { atCanonicalOrigin } from '#server/same-origin.ts'

const ORIGIN = 'https://shop.example'

function addressOf(url: string, demo: boolean): string {
  return atCanonicalOrigin(new Request(url), { demo, origin: ORIGIN }).url
}

it('in a real shop, a request has the configured origin, not the proxy’s', () => {
  for (const url of ['http://shop.example/cart?a=1', 'http://10.0.0.7:3000/cart?a=1', `${ORIGIN}/cart?a=1`])
    expect(addressOf(url, false)).toBe(`${ORIGIN}/cart?a=1`)
})

it('in demo mode, a request has the configured origin, or the origin that the visitor opened', () => {
  expect(addressOf('http://shop.example/cart', true)).toBe(`${ORIGIN}/cart`)
  expect(addressOf('http://127.0.0.1:3000/cart', true)).toBe('http://127.0.0.1:3000/cart')
})

it('a request with another origin keeps its method and body', async () => {
  const posted = new Request('http://shop.example/contact', { method: 'POST', body: 'name=Asha' })
  const request = atCanonicalOrigin(posted, { demo: true, origin: ORIGIN })
  expect([request.method, await request.text()]).toEqual(['POST', 'name=Asha'])
})
