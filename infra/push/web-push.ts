import type { KeyRing } from '#infra/keys/key-ring.ts'
import { isPublicKey, vapidKeys } from '#infra/push/vapid-keys.ts'
import { DAY_SECONDS } from '#shop/kernel/duration.ts'
import type { PushAddress, PushNote, PushOutcome, PushService } from '#shop/push-service.ts'

/** Push services of Chrome and its relatives, Firefox, Safari and Edge. `*.` is one label. */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]
const TIMEOUT_MS = 10_000
const GONE = [404, 410]
const WRONG_KEY = ['status 401', 'status 403']
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
  /** The shop's secrets, of which its keys are derived. */
  secrets: KeyRing
  /** Where a push service can write to: a mailto: or https: address. */
  contact: string
  /** Tests play the push service. */
  isService?: (url: URL) => boolean
}

/** Web push by HTTP. */
export function webPush({ secrets, contact, isService = isPublicService }: Options): PushService {
  const rings = secrets.map(vapidKeys)
  const isKnown = (endpoint: string) => URL.canParse(endpoint) && isService(new URL(endpoint))
  return {
    publicKey: rings[0]?.publicKey ?? '',
    accepts: ({ endpoint, p256dh }) => isKnown(endpoint) && isPublicKey(p256dh),
    async send(address, note) {
      if (!isKnown(address.endpoint)) return { kind: 'gone' }
      let outcome: PushOutcome = { kind: 'unknown' }
      // A browser that subscribed before the secret was rotated takes only what the key of that time signed.
      for (const keys of rings) {
        outcome = await post(await requestOf(address, note, { subject: contact, ...keys }))
        if (!isWrongKey(outcome)) return outcome
      }
      return outcome
    },
  }
}

function isWrongKey(outcome: PushOutcome): boolean {
  return outcome.kind === 'refused' && WRONG_KEY.includes(outcome.problem)
}

function isPublicService({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return PUSH_HOSTS.includes(hostname) || PUSH_HOSTS.includes(hostname.replace(/^[\w-]+\./, '*.'))
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
