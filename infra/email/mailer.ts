import { isMailable } from '#shop/customers/no-mail.ts'
import { hideAddresses } from '#shop/kernel/text.ts'

export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** Reply-To, where it is not the shop's own address. */
  replyTo?: { name: string; address: string }
  /** Written by a person: mail programs may answer it, as with a note of absence (RFC 3834). */
  isPersonal?: boolean
  /** Unsubscribes from a newsletter: mail programs show it as a button and post to it (RFC 8058). */
  unsubscribeUrl?: string
}

export type Mailer = {
  /**
   * Sends the email. Throws when that fails, and the calling job is retried. `key` is the same for every try
   * of one email and different for all others; it has letters, digits and hyphens.
   */
  send(mail: Email, key: string): Promise<void>
}

type Answer = { command?: unknown; response?: unknown; responseCode?: unknown; code?: unknown }

/**
 * Why an email could not be sent: the address does not exist (RFC 3463: 5.1.1) or is refused for good, this email is
 * refused for now, the server refuses the shop's emails by policy (5.7.x), or no email can be sent at the moment.
 */
export type MailFailure =
  | 'unknown_address'
  | 'refused'
  | 'refused_for_now'
  | 'refused_by_policy'
  | 'not_tried'

export function failureOf(error: unknown): MailFailure {
  const { command, responseCode, code } = (error ?? {}) as Answer
  const isFinal = typeof responseCode === 'number' && responseCode >= 500
  const status = /^\d{3}[ -](\d\.\d+\.\d+)\b/.exec(serverAnswer(error))?.[1] ?? ''
  const isForEmail = command === 'RCPT TO' || command === 'DATA'
  if (isFinal && (isForEmail || command === 'MAIL FROM') && status.startsWith('5.7.'))
    return 'refused_by_policy'
  if (isForEmail && typeof responseCode === 'number') {
    if (isFinal && status === '5.1.1') return 'unknown_address'
    return isFinal && command === 'RCPT TO' ? 'refused' : 'refused_for_now'
  }
  // An address that the mailer itself cannot write.
  return command === 'API' && code === 'EENVELOPE' ? 'refused' : 'not_tried'
}

const LONGEST_ANSWER = 200

/** The mail server's answer to an email that it refused, without addresses; empty without one. */
export function serverAnswer(error: unknown): string {
  const { response } = (error ?? {}) as Answer
  return typeof response === 'string' ? hideAddresses(response).slice(0, LONGEST_ANSWER) : ''
}

/** Drops emails to the placeholder address of a closed account, or of one without email. */
export function skippingPlaceholders(mailer: Mailer): Mailer {
  return {
    async send(mail, key) {
      if (isMailable(mail.to)) await mailer.send(mail, key)
    },
  }
}

/**
 * Sends over SMTP; `url` is smtp:// or smtps:// with user, password and port as needed. The Message-ID
 * derives from the key, so that mailboxes recognise an email that is sent again (RFC 5322, section 3.6.4).
 * With `mustEncrypt` it throws instead of sending to a server that offers no TLS. Up to five connections stay open between emails, for four minutes at most.
 */
export function smtpMailer(options: { url: string; from: string; mustEncrypt?: boolean }): Mailer {
  // Loaded with the first email, so that the shop starts faster.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      // Jobs retry; here only an email is sent again whose open connection the server had closed.
      {
        ...{ url: options.url, pool: true, maxRequeues: 1, connectionTimeout: 10_000, socketTimeout: 30_000 },
        ...(options.mustEncrypt && { requireTLS: true }),
      },
      { from: options.from },
    )
  }
  let transport: ReturnType<typeof connect> | undefined
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? 'localhost'
  return {
    async send({ unsubscribeUrl, isPersonal, ...mail }, key) {
      transport ??= connect()
      await (await transport).sendMail({
        ...mail,
        messageId: `<${key}@${domain}>`,
        ...(unsubscribeUrl && { list: { unsubscribe: unsubscribeUrl } }),
        headers: {
          ...(!isPersonal && { 'Auto-Submitted': 'auto-generated' }),
          ...(unsubscribeUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        },
      })
    },
  }
}
