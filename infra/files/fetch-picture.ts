/** Fetches pictures from typed addresses. Connects only to the checked public IP address, which prevents SSRF. */
import {
  OUTGOING_RULES,
  type OutgoingRules,
  requestPinned,
  resolveAddress,
} from '#infra/outgoing/public-host.ts'
import { err, ok, type Result } from '#shop/kernel/result.ts'
import { type FetchRefusal, PICTURE_BYTES_LIMIT, type RemotePictures } from '#shop/pictures.ts'

const MAX_REDIRECTS = 3
const TIMEOUT_MS = 15_000

type Options = OutgoingRules & {
  /** The only allowed sites, or null for any site. */
  hosts: readonly string[] | null
  timeoutMs: number
}

const DEFAULTS: Options = { ...OUTGOING_RULES, hosts: null, timeoutMs: TIMEOUT_MS }

/** With `options`, tests replace the internet. */
export function remotePictures(options: Partial<Options> = {}): RemotePictures {
  const rules = { ...DEFAULTS, ...options }
  return {
    async fetch(address) {
      let next = address
      const signal = AbortSignal.timeout(rules.timeoutMs)
      for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
        if (!URL.canParse(next)) return err('address_not_allowed')
        const url = new URL(next)
        if (rules.hosts && !rules.hosts.includes(url.hostname)) return err('address_not_allowed')
        const target = await resolveAddress(url, rules, signal)
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

/** Returns the bytes or the redirect's target. */
function requestPicture(url: URL, address: string, signal: AbortSignal) {
  const headers = {
    accept: 'image/avif,image/webp,image/jpeg,image/png,image/gif',
    'accept-encoding': 'identity',
  }
  return new Promise<Result<Uint8Array | string, FetchRefusal>>((resolve) => {
    const request = requestPinned(url, address, { headers, signal }, (response) => {
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
