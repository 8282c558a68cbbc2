import { createHmac } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type KeyRing, sessionKeys } from '#infra/keys/key-ring.ts'
import { replaceHeaders } from '#server/client-address.ts'
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

function signCookie(value: string, key: string): string {
  return encodeURIComponent(`${value}.${createHmac('sha256', key).update(value).digest('base64')}`)
}

function cookieHeader(request: IncomingMessage): string {
  const at = request.rawHeaders.findIndex((name) => name.toLowerCase() === 'cookie')
  expect(at < 0 ? '' : request.rawHeaders[at + 1]).toBe(request.headers.cookie ?? '')
  return request.headers.cookie ?? ''
}

describe('cookie names', () => {
  it('begin with __Host- over https, or with __Secure- for cookies of one path', () => {
    const request = requestWith('')
    edge().receive(request)
    const set = edge().toStored(request, [
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

  it('have no prefix in the program, which gets no cookie that another host could have set', () => {
    const request = requestWith('cart=9x9; __Host-cart=2x1; theirs=1; __Secure-cart=8x8; __Secure-delivery=x')
    edge().receive(request)
    expect(cookieHeader(request)).toBe('theirs=1; cart=2x1; delivery=x')
    const planted = requestWith('better-auth.session_token=a.b; __Secure-better-auth.session_token=a.b')
    edge().receive(planted)
    expect(cookieHeader(planted)).toBe('')
  })

  it('have no prefix over http', () => {
    const here = edge({ isSecure: false })
    const request = requestWith('cart=2x1; __Host-cart=3x1')
    here.receive(request)
    expect(cookieHeader(request)).toBe('cart=2x1; __Host-cart=3x1')
    expect(here.toStored(request, ['cart=2x1'])).toEqual(['cart=2x1'])
  })
})

describe('a bearer token', () => {
  const SESSION = 'better-auth.session_token'
  const cookiesFor = (url: string, cookie: string, authorization = 'bearer a.b+c=') => {
    const request = requestWith(cookie)
    Object.assign(request, { url })
    replaceHeaders(request, { authorization })
    edge().receive(request)
    return cookieHeader(request)
  }

  it('becomes the session cookie in the API if there is no session cookie', () => {
    expect(cookiesFor('/api/cart', '__Host-cart=1')).toBe(`cart=1; ${SESSION}=a.b%2Bc%3D`)
    expect(cookiesFor('/api/cart', `__Host-${SESSION}=x.y`)).toBe(`${SESSION}=x.y`)
    // Another host could have set a session cookie without the prefix.
    expect(cookiesFor('/api/cart', `${SESSION}=x.y`)).toBe(`${SESSION}=a.b%2Bc%3D`)
    expect(cookiesFor('/api/cart', '', 'Bearer a; cart=1')).toBe(`${SESSION}=a%3B%20cart%3D1`)
  })

  it('is ignored by pages, and other authorization schemes are ignored by the API', () => {
    expect(cookiesFor('/profile', '')).toBe('')
    expect(cookiesFor('/api/cart', '', 'Basic eDp5')).toBe('')
  })
})

describe('cookie signatures', () => {
  const NAME = 'better-auth.session_token'
  const keyOf = (secret: string) => sessionKeys([secret])[0]

  it('by an older key are replaced, also in the browser', () => {
    const here = edge({ ring: [NEW, OLD], isSecure: false })
    const request = requestWith(`a=1; ${NAME}=${signCookie('token', keyOf(OLD))}`)
    here.sign(request)
    const resigned = `${NAME}=${signCookie('token', keyOf(NEW))}`
    expect(cookieHeader(request)).toBe(`a=1; ${resigned}`)
    expect(here.toStored(request, [])).toEqual([`${resigned}; Max-Age=60; Path=/; HttpOnly; SameSite=Lax`])
    // The response already sets this cookie.
    expect(here.toStored(request, [`${NAME}=; Max-Age=0`])).toEqual([`${NAME}=; Max-Age=0`])
  })

  it('by the newest key or a removed key stay unchanged, and so do values without a signature', () => {
    const here = edge({ ring: [NEW], isSecure: false })
    for (const value of [signCookie('token', keyOf(NEW)), signCookie('token', keyOf(OLD)), 'x', '%', 'a.b']) {
      const request = requestWith(`${NAME}=${value}`)
      here.sign(request)
      expect(cookieHeader(request)).toBe(`${NAME}=${value}`)
      expect(here.toStored(request, [])).toEqual([])
    }
  })
})
