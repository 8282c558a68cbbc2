import { z } from 'zod'
import { email, text, unlessEmpty } from '#infra/config/kinds.ts'

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

/** Without addresses of their own, mails come from the shop by its name, and questions go to its admin. */
export function mailOf(
  env: MailEnv & { ADMIN_EMAIL?: string | undefined; BRAND_NAME: string },
): MailSettings {
  return {
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM ?? `${env.BRAND_NAME} <orders@demo.test>`,
      support: env.SUPPORT_EMAIL ?? env.ADMIN_EMAIL ?? 'support@demo.test',
    },
  }
}
