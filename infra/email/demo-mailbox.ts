import type { Email } from '#infra/email/mailer.ts'
import type { Db } from '#shop/ctx.ts'

export type DemoMailbox = ReturnType<typeof demoMailbox>

/** Stores the emails of demo mode for the mailbox page instead of sending them. */
export function demoMailbox(db: Db, now: () => Date) {
  return {
    async send({ to, subject, text, html }: Email, key: string) {
      const mail = { recipient: to, subject, textBody: text, htmlBody: html, sentAt: now(), key }
      await db
        .insertInto('demoMails')
        .values(mail)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
    async list(to: string | null, limit = 50) {
      let query = db
        .selectFrom('demoMails')
        .select(['id', 'recipient as to', 'subject', 'textBody as text', 'htmlBody as html', 'sentAt'])
      if (to) query = query.where('recipient', '=', to.toLowerCase())
      return query.orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
