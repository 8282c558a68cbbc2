import { z } from 'zod'
import { ProviderUnreachable } from '#shop/payment-gateway.ts'

export type RazorpayCredentials = { keyId: string; keySecret: string; webhookSecret: string }

export const RAZORPAY_URL = 'https://api.razorpay.com'
const TIMEOUT_MS = 10_000
/** Statuses after which the outcome is unknown: wrong keys, timeout, in progress, too many calls. */
const UNDECIDED_STATUSES = new Set([401, 403, 408, 409, 429])

const refusal = z.object({ error: z.object({ description: z.string() }) })

export type RazorpayAnswer = { ok: true; json: unknown } | { ok: false; status: number; reason: string }

type RazorpayCall = {
  method: 'GET' | 'POST'
  path: string
  body?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Throws ProviderUnreachable if the outcome is unknown. Errors hold neither credentials nor bodies. */
export function razorpayApi(options: {
  credentials: Pick<RazorpayCredentials, 'keyId' | 'keySecret'>
  baseUrl: string
  timeoutMs?: number
}) {
  const { credentials, baseUrl, timeoutMs = TIMEOUT_MS } = options
  const login = Buffer.from(`${credentials.keyId}:${credentials.keySecret}`).toString('base64')

  return async ({ method, path, body, headers }: RazorpayCall): Promise<RazorpayAnswer> => {
    const request = `${method} ${path}`
    const init = {
      method,
      headers: { authorization: `Basic ${login}`, 'content-type': 'application/json', ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      // A redirect must not send the key or the amount to another address.
      redirect: 'manual' as const,
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = await fetch(`${baseUrl}/v1${path}`, init).catch((error: Error) => {
      throw new ProviderUnreachable(`Razorpay did not answer ${request}: ${error.name}`)
    })
    const json: unknown = await response.json().catch(() => null)
    if (response.ok && json !== null) return { ok: true, json }
    const isRefusal = response.status >= 400 && response.status < 500
    const isUnknown = !isRefusal || UNDECIDED_STATUSES.has(response.status)
    if (isUnknown) throw new ProviderUnreachable(`Razorpay answered ${request} with ${response.status}`)
    const { data } = refusal.safeParse(json)
    return {
      ok: false,
      status: response.status,
      reason: data?.error.description ?? 'Razorpay gave no reason',
    }
  }
}
