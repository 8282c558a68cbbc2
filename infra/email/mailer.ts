import type { Db } from '#shop/ctx.ts'
import { isMailable } from '#shop/customers/no-mail.ts'
import { hideEmailAddresses } from '#shop/kernel/text.ts'

export type Email = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: { name: string; address: string }
  /** Written by a person, so mail programs may answer automatically (RFC 3834). */
  isPersonal?: boolean
  /** Mail programs show it as a button and post to it (RFC 8058). */
  unsubscribeUrl?: string
}

export type Mailer = {
  /** Throws if sending fails; the job is retried. `key` identifies the email across retries. */
  send(mail: Email, key: string): Promise<void>
}

type SmtpError = { command?: unknown; response?: unknown; responseCode?: unknown; code?: unknown }

/** RFC 3463: 5.1.1 means an unknown address, 5.7.x a refusal by policy. `not_tried`: no email can be sent now. */
type MailFailure = 'unknown_address' | 'refused' | 'refused_for_now' | 'refused_by_policy' | 'not_tried'

export function failureOf(error: unknown): MailFailure {
  const { command, responseCode, code } = (error ?? {}) as SmtpError
  const isFinal = typeof responseCode === 'number' && responseCode >= 500
  const status = /^\d{3}[ -](\d\.\d+\.\d+)\b/.exec(serverAnswer(error))?.[1] ?? ''
  const isForEmail = command === 'RCPT TO' || command === 'DATA'
  if (isFinal && (isForEmail || command === 'MAIL FROM') && status.startsWith('5.7.'))
    return 'refused_by_policy'
  if (isForEmail && typeof responseCode === 'number') {
    if (isFinal && status === '5.1.1') return 'unknown_address'
    return isFinal && command === 'RCPT TO' ? 'refused' : 'refused_for_now'
  }
  // The library refuses the address itself.
  return command === 'API' && code === 'EENVELOPE' ? 'refused' : 'not_tried'
}

const MAX_ANSWER_LENGTH = 200

/** Returns the mail server's response without email addresses, or ''. */
export function serverAnswer(error: unknown): string {
  const { response } = (error ?? {}) as SmtpError
  return typeof response === 'string' ? hideEmailAddresses(response).slice(0, MAX_ANSWER_LENGTH) : ''
}

/** Drops emails to placeholder addresses, which closed accounts and accounts without email have. */
export function withoutPlaceholders(mailer: Mailer): Mailer {
  return {
    async send(mail, key) {
      if (isMailable(mail.to)) await mailer.send(mail, key)
    },
  }
}

/**
 * The Message-ID derives from the key, so that mailboxes recognise a repeated email (RFC 5322, 3.6.4).
 * With `mustEncrypt` it throws instead of sending to a server without TLS.
 */
export function smtpMailer(options: { url: string; from: string; mustEncrypt?: boolean }): Mailer {
  // Loads the library with the first email, so that the shop starts faster.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      // Jobs retry failed emails. `maxRequeues` only covers a connection that the server has closed.
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

/** Sends one email per key. If the process dies before the key is stored, the retry has the same Message-ID. */
export function withDeduplication(mailer: Mailer, db: Db, now: () => Date): Mailer {
  return {
    async send(mail, key) {
      const earlier = await db.selectFrom('sentMails').select('key').where('key', '=', key).executeTakeFirst()
      if (earlier) return
      await mailer.send(mail, key)
      await db
        .insertInto('sentMails')
        .values({ key, sentAt: now() })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
  }
}
