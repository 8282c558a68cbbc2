/** Fetches pictures from addresses typed by staff: only public addresses over https, connected as checked (no SSRF). */
import { lookup as lookUp } from 'node:dns/promises'
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, type RequestOptions, request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { type FetchRefusal, PICTURE_BYTES_LIMIT, type RemotePictures } from '#shop/pictures.ts'

const MAX_REDIRECTS = 3
const TIMEOUT_MS = 15_000

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

type Options = {
  resolve: (host: string) => Promise<string[]>
  isAllowedUrl: (url: URL) => boolean
  /** The only allowed sites; null: any. */
  hosts: readonly string[] | null
  isAllowedAddress: (address: string) => boolean
  timeoutMs: number
}

const DEFAULTS: Options = {
  resolve: async (host) => (await lookUp(host, { all: true })).map(({ address }) => address),
  isAllowedUrl,
  hosts: null,
  isAllowedAddress: isPublicAddress,
  timeoutMs: TIMEOUT_MS,
}

/** `options` let tests replace the internet. */
export function remotePictures(options: Partial<Options> = {}): RemotePictures {
  const rules = { ...DEFAULTS, ...options }
  return {
    async fetch(address) {
      let next = address
      const signal = AbortSignal.timeout(rules.timeoutMs)
      for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
        if (!URL.canParse(next)) return err('address_not_allowed')
        const url = new URL(next)
        const target = await resolveAddress(url, rules)
        if (!target.ok) return target
        const answer = await requestPicture(url, target.value, signal)
        if (!answer.ok) return answer
        if (typeof answer.value !== 'string') return ok(answer.value)
        next = answer.value
      }
      return err('too_many_redirects')
    },
  }
}

/** Returns the first IP address of the URL's host. Refuses a host with any private address. */
async function resolveAddress(url: URL, rules: Options): Promise<Result<string, FetchRefusal>> {
  if (!rules.isAllowedUrl(url)) return err('address_not_allowed')
  if (rules.hosts && !rules.hosts.includes(url.hostname)) return err('address_not_allowed')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await rules.resolve(host).catch(() => [])
  const [first] = addresses
  if (first === undefined) return err('not_reached')
  return addresses.every(rules.isAllowedAddress) ? ok(first) : err('address_not_allowed')
}

/** Connects to `address`, whatever the host resolves to meanwhile. Returns the bytes or the redirect's target. */
function requestPicture(url: URL, address: string, signal: AbortSignal) {
  const isSecure = url.protocol === 'https:'
  const lookUpPinned: LookupFunction = (_host, options, callback) => {
    const family = isIP(address)
    // Node may ask for all addresses, to try several.
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
  const options: RequestOptions = {
    lookup: lookUpPinned,
    signal,
    // A reused connection could lead to another address.
    agent: isSecure ? new Agent({ keepAlive: false }) : new PlainAgent({ keepAlive: false }),
    headers: {
      accept: 'image/avif,image/webp,image/jpeg,image/png,image/gif',
      'accept-encoding': 'identity',
    },
  }
  return new Promise<Result<Uint8Array | string, FetchRefusal>>((resolve) => {
    const request = (isSecure ? secureRequest : plainRequest)(url, options, (response) => {
      const end = (result: Parameters<typeof resolve>[0]) => {
        response.destroy()
        resolve(result)
      }
      const { statusCode = 0, headers } = response
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        const { location } = headers
        return end(URL.canParse(location, url) ? ok(new URL(location, url).href) : err('not_reached'))
      }
      if (statusCode !== 200) return end(err('not_reached'))
      if (Number(headers['content-length'] ?? 0) >= PICTURE_BYTES_LIMIT) return end(err('picture_too_large'))
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        // Content-Length may be missing or wrong.
        if (size >= PICTURE_BYTES_LIMIT) end(err('picture_too_large'))
        else chunks.push(chunk)
      })
      response.on('end', () => end(ok(Buffer.concat(chunks))))
      response.on('error', () => end(err('not_reached')))
    })
    request.on('error', () => resolve(err('not_reached')))
    request.end()
  })
}
