import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Mailer } from '#infra/email/mailer.ts'

/** Sends each email once by its key. If the process dies first, the retry has the same Message-ID. */
export function sentOnce(mailer: Mailer, db: Kysely<DB>, now: () => Date): Mailer {
  return {
    async send(mail, key) {
      const sent = await db.selectFrom('sentMails').select('key').where('key', '=', key).executeTakeFirst()
      if (sent) return
      await mailer.send(mail, key)
      await db
        .insertInto('sentMails')
        .values({ key, sentAt: now() })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
    },
  }
}
