import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Mailer } from '#infra/email/mailer.ts'

export type StoredEmail = {
  id: number
  to: string
  subject: string
  text: string
  html: string
  sentAt: Date
}

export type DemoMailbox = Mailer & {
  list(to: string | null, limit?: number): Promise<StoredEmail[]>
}

/** Demo mode sends no mail: it keeps what would have been sent, for the mailbox page. */
export function demoMailbox(db: Kysely<DB>, now: () => Date): DemoMailbox {
  return {
    async send({ to, subject, text, html }, key) {
      const mail = { recipient: to, subject, textBody: text, htmlBody: html, sentAt: now(), key }
      await db
        .insertInto('demoMails')
        .values(mail)
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
    async list(to, limit = 50) {
      let query = db
        .selectFrom('demoMails')
        .select(['id', 'recipient as to', 'subject', 'textBody as text', 'htmlBody as html', 'sentAt'])
      if (to) query = query.where('recipient', '=', to.toLowerCase())
      return query.orderBy('id', 'desc').limit(limit).execute()
    },
  }
}
