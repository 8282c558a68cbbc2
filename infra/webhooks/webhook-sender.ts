import { Webhook } from 'standardwebhooks'
import {
  OUTGOING_RULES,
  type OutgoingRules,
  requestPinned,
  resolveAddress,
} from '#infra/outgoing/public-host.ts'
import type { WebhookSender } from '#shop/webhooks/webhook.ts'

const TIMEOUT_MS = 10_000

const NO_ADDRESS = {
  address_not_allowed: 'Not sent: only https on port 443 of a public address is allowed',
  not_reached: 'Not sent: the host’s name has no address',
} as const

type Options = OutgoingRules & { timeoutMs: number }

/** Sends signed messages (Standard Webhooks). With `options`, tests replace the internet. */
export function webhookSender(options: Partial<Options> = {}): WebhookSender {
  const rules = { ...OUTGOING_RULES, timeoutMs: TIMEOUT_MS, ...options }
  return {
    async send({ url: address, secret, id, body, now }) {
      const url = new URL(address)
      const signal = AbortSignal.timeout(rules.timeoutMs)
      const target = await resolveAddress(url, rules, signal)
      if (!target.ok) return { status: null, text: NO_ADDRESS[target.reason] }
      const headers = {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'webhook-id': id,
        'webhook-timestamp': Math.floor(now.getTime() / 1000),
        'webhook-signature': new Webhook(secret).sign(id, now, body),
      }
      return new Promise((resolve) => {
        const request = requestPinned(url, target.value, { method: 'POST', headers, signal }, (response) => {
          const { statusCode: status = 0 } = response
          resolve({ status, text: `HTTP ${status}` })
          // Only the status counts, so the body is not read.
          response.destroy()
        })
        request.on('error', (error: NodeJS.ErrnoException) => {
          const problem = signal.aborted ? 'not within 10 seconds' : (error.code ?? error.message)
          resolve({ status: null, text: `No answer: ${problem}` })
        })
        request.end(body)
      })
    },
  }
}
