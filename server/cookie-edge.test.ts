import { createHmac } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type KeyRing, sessionKeys } from '#infra/keys/key-ring.ts'
import { cookieEdge } from '#server/cookie-edge.ts'

const OLD = 'the old secret of at least thirty-two characters'
const NEW = 'the new secret of at least thirty-two characters'

function edge({ ring = [NEW] as KeyRing, isSecure = true } = {}) {
  const keys = sessionKeys(ring)
  return cookieEdge({ isSecure, sessionKeys: keys, sessionSeconds: 60 })
}

function requestWith(cookie: string): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.headers.cookie = cookie
  request.rawHeaders.push('Host', 'shop.test', 'Cookie', cookie)
  return request
}

function signed(value: string, key: string): string {
  return encodeURIComponent(`${value}.${createHmac('sha256', key).update(value).digest('base64')}`)
}

function seen(request: IncomingMessage): string {
  const at = request.rawHeaders.findIndex((name) => name.toLowerCase() === 'cookie')
  expect(at < 0 ? '' : request.rawHeaders[at + 1]).toBe(request.headers.cookie ?? '')
  return request.headers.cookie ?? ''
}

describe('names of cookies over https', () => {
  it('begin with __Host-, or with __Secure- for those of one path', () => {
    const request = requestWith('')
    edge().receive(request)
    const set = edge().answer(request, [
      'cart=2x1; Path=/',
      'delivery=x; Path=/checkout; Secure',
      'better-auth.session_token=a.b; Path=/; HttpOnly; Secure',
      'worker_session=; Max-Age=0; Path=/; HttpOnly',
      'other=1; Path=/',
    ])
    expect(set).toEqual([
      '__Host-cart=2x1; Path=/; Secure',
      '__Secure-delivery=x; Path=/checkout; Secure',
      '__Host-better-auth.session_token=a.b; Path=/; HttpOnly; Secure',
      '__Host-worker_session=; Max-Age=0; Path=/; HttpOnly; Secure',
      'other=1; Path=/',
    ])
  })

  it('are bare for the program; a cookie that another host could have set is not read', () => {
    const request = requestWith('cart=9x9; __Host-cart=2x1; theirs=1; __Secure-cart=8x8; __Secure-delivery=x')
    edge().receive(request)
    expect(seen(request)).toBe('theirs=1; cart=2x1; delivery=x')
    const planted = requestWith('better-auth.session_token=a.b; __Secure-better-auth.session_token=a.b')
    edge().receive(planted)
    expect(seen(planted)).toBe('')
  })

  it('are bare over http', () => {
    const here = edge({ isSecure: false })
    const request = requestWith('cart=2x1; __Host-cart=3x1')
    here.receive(request)
    expect(seen(request)).toBe('cart=2x1; __Host-cart=3x1')
    expect(here.answer(request, ['cart=2x1'])).toEqual(['cart=2x1'])
  })
})

describe('signatures of cookies', () => {
  const NAME = 'better-auth.session_token'
  const keyOf = (secret: string) => sessionKeys([secret])[0]

  it('of an older secret’s key are replaced, in the browser too', () => {
    const here = edge({ ring: [NEW, OLD], isSecure: false })
    const request = requestWith(`a=1; ${NAME}=${signed('token', keyOf(OLD))}`)
    here.sign(request)
    const again = `${NAME}=${signed('token', keyOf(NEW))}`
    expect(seen(request)).toBe(`a=1; ${again}`)
    expect(here.answer(request, [])).toEqual([`${again}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`])
    // The program has set one itself.
    expect(here.answer(request, [`${NAME}=; Max-Age=0`])).toEqual([`${NAME}=; Max-Age=0`])
  })

  it('of the newest key, of a secret that is gone, and none at all stay as they are', () => {
    const here = edge({ ring: [NEW], isSecure: false })
    for (const value of [signed('token', keyOf(NEW)), signed('token', keyOf(OLD)), 'x', '%', 'a.b']) {
      const request = requestWith(`${NAME}=${value}`)
      here.sign(request)
      expect(seen(request)).toBe(`${NAME}=${value}`)
      expect(here.answer(request, [])).toEqual([])
    }
  })
})
