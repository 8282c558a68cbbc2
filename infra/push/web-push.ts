import { isPublicKey, vapidKeys } from '#infra/push/vapid-keys.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'
import type { PushAddress, PushNote, PushOutcome, PushService } from '#shop/push-service.ts'

/**
 * The push services of browsers: Chrome and all that are built on it, Firefox, Safari, Edge. The server sends to nothing
 * else, whatever address a browser claims to have.
 */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^([\w-]+\.)?push\.apple\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
]

const TIMEOUT_MS = 10_000
const GONE = [404, 410]
/** Errors of a connection that was never made. */
const NOT_CONNECTED = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

type Options = {
  /** The shop's secret, of which its keys are derived. */
  secret: string
  /** Where a push service can write to: a mailto: or https: address. */
  contact: string
  /** Tests play the push service. */
  isService?: (url: URL) => boolean
}

/** Web push by HTTP. */
export function webPush({ secret, contact, isService = isPublicService }: Options): PushService {
  const keys = vapidKeys(secret)
  const isKnown = (endpoint: string) => URL.canParse(endpoint) && isService(new URL(endpoint))
  return {
    publicKey: keys.publicKey,
    accepts: ({ endpoint, p256dh }) => isKnown(endpoint) && isPublicKey(p256dh),
    async send(address, note) {
      if (!isKnown(address.endpoint)) return { kind: 'gone' }
      return post(await requestOf(address, note, { subject: contact, ...keys }))
    },
  }
}

function isPublicService({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return SERVICES.some((service) => service.test(hostname))
}

type Details = { subject: string; publicKey: string; privateKey: string }

async function requestOf({ endpoint, p256dh, auth }: PushAddress, note: PushNote, vapidDetails: Details) {
  const { default: library } = await import('web-push')
  return library.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(note), {
    vapidDetails,
    // A phone that was off for longer finds it on her screens.
    TTL: DAY_SECONDS,
    urgency: 'normal',
    // The same message again replaces one that waits at the push service.
    topic: note.tag.replaceAll('-', ''),
    contentEncoding: 'aes128gcm',
  })
}

type PushRequest = Awaited<ReturnType<typeof requestOf>>

async function post({ endpoint, method, headers, body }: PushRequest): Promise<PushOutcome> {
  const { 'Content-Length': _, ...others } = headers
  try {
    const answer = await fetch(endpoint, {
      method,
      headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(body),
      // An address that leads elsewhere is not one of the push services.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return { kind: 'delivered' }
    if (GONE.includes(answer.status)) return { kind: 'gone' }
    return { kind: 'refused', problem: `status ${answer.status}` }
  } catch (error) {
    const code = codeOf(error)
    return NOT_CONNECTED.includes(code) ? { kind: 'refused', problem: code } : { kind: 'unknown' }
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
}
