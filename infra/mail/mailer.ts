import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string; html: string }

export type Mailer = {
  /** Hands the mail over. Throws when that fails: the job that called tries again later. */
  send(mail: Mail): Promise<void>
}

/** Sends over SMTP. `url` is smtp:// or smtps:// with user, password and port as needed. */
export function smtpMailer(options: { url: string; from: string }): Mailer {
  const transport = createTransport(
    { url: options.url, connectionTimeout: 10_000, socketTimeout: 30_000 },
    { from: options.from },
  )
  return { send: async (mail) => void (await transport.sendMail(mail)) }
}
