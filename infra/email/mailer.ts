export type Email = {
  to: string
  subject: string
  text: string
  html: string
  /** Where answers go, if not to the shop's own address. */
  replyTo?: { name: string; address: string }
  /** A newsletter's way out: mail programs show it as a button and post to it (RFC 8058). */
  unsubscribeUrl?: string
}

export type Mailer = {
  /**
   * Hands the mail over. Throws when that fails: the job that called tries again later. `key` is the same for every try
   * of one mail and another for every other mail; it consists of letters, digits and hyphens.
   */
  send(mail: Email, key: string): Promise<void>
}

/** Nothing is sent to the placeholder address of a deleted account. */
export function skippingDeletedAccounts(mailer: Mailer): Mailer {
  return {
    async send(mail, key) {
      if (!mail.to.endsWith('@deleted.invalid')) await mailer.send(mail, key)
    },
  }
}

/**
 * Sends over SMTP. `url` is smtp:// or smtps:// with user, password and port as needed. A mail's Message-ID is made of
 * its key, so that a mailbox knows a mail that is sent again (RFC 5322, section 3.6.4).
 */
export function smtpMailer(options: { url: string; from: string }): Mailer {
  // Loaded with the first mail: no request waits for it, and the shop starts without.
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport(
      { url: options.url, connectionTimeout: 10_000, socketTimeout: 30_000 },
      { from: options.from },
    )
  }
  let transport: ReturnType<typeof connect> | undefined
  const domain = /@([\w.-]+)/.exec(options.from)?.[1] ?? 'localhost'
  return {
    async send({ unsubscribeUrl, ...mail }, key) {
      transport ??= connect()
      await (await transport).sendMail({
        ...mail,
        messageId: `<${key}@${domain}>`,
        ...(unsubscribeUrl && wayOut(unsubscribeUrl)),
      })
    },
  }
}

function wayOut(url: string) {
  return { list: { unsubscribe: url }, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}
