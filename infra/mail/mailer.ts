import { createTransport } from 'nodemailer'

export type Mail = {
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
  /** Hands the mail over. Throws when that fails: the job that called tries again later. */
  send(mail: Mail): Promise<void>
}

/** Nothing is sent to the address that stands with an account that was closed. */
export function sparingClosed(mailer: Mailer): Mailer {
  return {
    async send(mail) {
      if (!mail.to.endsWith('@deleted.invalid')) await mailer.send(mail)
    },
  }
}

/** Sends over SMTP. `url` is smtp:// or smtps:// with user, password and port as needed. */
export function smtpMailer(options: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url: options.url, connectionTimeout: 10_000, socketTimeout: 30_000 },
    { from: options.from },
  )
  return {
    send: async ({ unsubscribeUrl, ...mail }) =>
      void (await transport.sendMail(unsubscribeUrl ? { ...mail, ...wayOut(unsubscribeUrl) } : mail)),
  }
}

function wayOut(url: string) {
  return { list: { unsubscribe: url }, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }
}
