import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { rawHeader, setClientAddress } from '#server/client-address.ts'

function request(headers: Record<string, string>): IncomingMessage {
  const raw = Object.entries(headers).flat()
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return {
    headers: lower,
    rawHeaders: raw,
    socket: { remoteAddress: '10.0.0.9' },
  } as unknown as IncomingMessage
}

describe('the client address', () => {
  it('is the address of the socket, whatever the client’s headers say', () => {
    const message = request({ 'X-Real-IP': '1.2.3.4', 'X-Forwarded-For': '5.6.7.8', Accept: '*/*' })
    setClientAddress(message, 0)
    expect(message.headers['x-real-ip']).toBe('10.0.0.9')
    expect(rawHeader(message.rawHeaders, 'x-real-ip')).toBe('10.0.0.9')
    expect(rawHeader(message.rawHeaders, 'x-forwarded-for')).toBeUndefined()
    expect(rawHeader(message.rawHeaders, 'accept')).toBe('*/*')
  })

  it('is the last forwarded address, which the trusted proxy added', () => {
    const message = request({ 'X-Forwarded-For': '6.6.6.6, 203.0.113.7' })
    setClientAddress(message, 1)
    expect(rawHeader(message.rawHeaders, 'x-real-ip')).toBe('203.0.113.7')
  })

  it.each([
    ['6.6.6.6, 203.0.113.7, 10.0.0.3', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7'],
  ])('is the address that the outer of two trusted proxies added: %s', (written, address) => {
    const message = request({ 'X-Forwarded-For': written })
    setClientAddress(message, 2)
    expect(rawHeader(message.rawHeaders, 'x-real-ip')).toBe(address)
  })

  it.each([
    ['203.0.113.7:4711', '203.0.113.7'],
    ['"[2001:db8::7]:4711"', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['010.0.0.1', '10.0.0.9'],
    ['unknown', '10.0.0.9'],
  ])('is read from %s as %s', (written, address) => {
    const message = request({ 'X-Forwarded-For': written })
    setClientAddress(message, 1)
    expect(rawHeader(message.rawHeaders, 'x-real-ip')).toBe(address)
  })

  it('comes with a new request id, whatever the client’s header says', () => {
    const message = request({ 'X-Request-Id': 'chosen' })
    const id = setClientAddress(message, 0)
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(rawHeader(message.rawHeaders, 'x-request-id')).toBe(id)
    expect(message.headers['x-request-id']).toBe(id)
  })
})
