/** Sends requests to public addresses only, and connects to the checked address, which prevents SSRF. */
import { lookup as lookUp } from 'node:dns/promises'
import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http'
import { Agent, type RequestOptions, request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { err, ok, type Refusal, type Result } from '#shop/kernel/result.ts'

/** Special-purpose addresses by IANA's registries. */
const PRIVATE_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const
/** Tunnels to other addresses, and addresses for documentation. */
const PRIVATE_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const privateAddresses = new BlockList()
for (const [net, bits] of PRIVATE_V4) privateAddresses.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of PRIVATE_V6) privateAddresses.addSubnet(net, bits, 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/** True for an IP address that anybody on the internet can reach. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateAddresses.check(address, 'ipv4')
  return family === 6 && globalV6.check(address, 'ipv6') && !privateAddresses.check(address, 'ipv6')
}

function isAllowedUrl({ protocol, port, username, password }: URL): boolean {
  return protocol === 'https:' && port === '' && username === '' && password === ''
}

export type OutgoingRules = {
  resolve: (host: string) => Promise<string[]>
  isAllowedUrl: (url: URL) => boolean
  isAllowedAddress: (address: string) => boolean
}

/** Allows https on the usual port, and addresses that anybody can reach. Tests use other rules. */
export const OUTGOING_RULES: OutgoingRules = {
  resolve: async (host) => (await lookUp(host, { all: true })).map(({ address }) => address),
  isAllowedUrl,
  isAllowedAddress: isPublicAddress,
}

/** Returns the first IP address of the URL's host. Refuses a host with any private address. */
export async function resolveAddress(
  url: URL,
  rules: OutgoingRules,
  signal: AbortSignal,
): Promise<Result<string, Refusal<'address_not_allowed' | 'not_reached'>>> {
  if (!rules.isAllowedUrl(url)) return err('address_not_allowed')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host)
    ? [host]
    : await Promise.race([rules.resolve(host), rejectAtEnd(signal)]).catch(() => [])
  const [first] = addresses
  if (first === undefined) return err('not_reached')
  return addresses.every(rules.isAllowedAddress) ? ok(first) : err('address_not_allowed')
}

function rejectAtEnd(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }))
}

/** Connects to `address`, whatever the host resolves to meanwhile. Redirects are not followed. */
export function requestPinned(
  url: URL,
  address: string,
  options: Pick<RequestOptions, 'method' | 'headers'> & { signal: AbortSignal },
  onResponse: (response: IncomingMessage) => void,
): ClientRequest {
  const isSecure = url.protocol === 'https:'
  const lookUpPinned: LookupFunction = (_host, { all }, callback) => {
    const family = isIP(address)
    // Node may ask for all addresses, to try several.
    if (all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
  // A reused connection could lead to another address.
  const agent = isSecure ? new Agent({ keepAlive: false }) : new PlainAgent({ keepAlive: false })
  return (isSecure ? secureRequest : plainRequest)(
    url,
    { ...options, lookup: lookUpPinned, agent },
    onResponse,
  )
}
