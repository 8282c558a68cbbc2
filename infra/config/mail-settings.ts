import { z } from 'zod'
import { email, text, unlessEmpty } from '#infra/config/parsers.ts'

/** Outgoing mail, and where customers' questions go. */
export const mailEnvironment = {
  SMTP_URL: unlessEmpty(
    z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  ),
  MAIL_FROM: text,
  SUPPORT_EMAIL: email,
}

type MailEnv = z.infer<z.ZodObject<typeof mailEnvironment>>

export type MailSettings = { mail: { smtpUrl: string | null; from: string; support: string } }

/**
 * The demonstration has addresses of its own. The support address is shown to everybody; that of the admin, who can do
 * anything, never takes its place.
 */
export function mailOf(env: MailEnv & { BRAND_NAME: string }): MailSettings {
  return {
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM ?? `${env.BRAND_NAME} <orders@demo.test>`,
      support: env.SUPPORT_EMAIL ?? 'support@demo.test',
    },
  }
}
