import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Sets `x-real-ip` to the address that the outermost trusted proxy added, or the socket's. A value sent by the client
 * is discarded. Sets a new `x-request-id` and returns it.
 */
export function setClientAddress(request: IncomingMessage, trustedProxies: number): string {
  const forwarded = request.headers['x-forwarded-for']
  // Each proxy adds one address.
  const hops =
    trustedProxies > 0
      ? String(forwarded ?? '')
          .split(',')
          .slice(-trustedProxies)
      : []
  const address = addressIn(hops[0] ?? '') || request.socket.remoteAddress || '0.0.0.0'
  const id = randomUUID()
  replaceHeaders(request, { 'x-real-ip': address, 'x-request-id': id, 'x-forwarded-for': null })
  return id
}

/** Sets headers, or removes them if null. Changes `headers` for lookups and `rawHeaders` for Request objects. */
export function replaceHeaders(request: IncomingMessage, values: Record<string, string | null>): void {
  const { headers, rawHeaders: raw } = request
  for (let at = raw.length - 2; at >= 0; at -= 2)
    if (Object.hasOwn(values, raw[at]?.toLowerCase() ?? '')) raw.splice(at, 2)
  for (const [name, value] of Object.entries(values)) {
    delete headers[name]
    if (value === null) continue
    headers[name] = value
    raw.push(name, value)
  }
}

/** Reads entries such as '10.0.0.1:4711' and '"[2001:db8::1]:80"'. */
function addressIn(entry: string): string {
  const bare = entry.trim().replaceAll('"', '')
  const address = /^\[(.+)\](?::\d+)?$/.exec(bare)?.[1] ?? /^([\d.]+):\d+$/.exec(bare)?.[1] ?? bare
  return isIP(address) === 0 ? '' : address
}

export function rawHeader(raw: readonly string[], name: string): string | undefined {
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.length === name.length && raw[at]?.toLowerCase() === name) return raw[at + 1]
  }
  return undefined
}
