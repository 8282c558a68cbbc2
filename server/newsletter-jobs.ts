import { failureOf, serverAnswer } from '#infra/email/mailer.ts'
import { newsletterEmail } from '#infra/email/templates/newsletter-email.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { findUser } from '#shop/customers/users.read.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { roleMay } from '#shop/kernel/permissions.ts'
import {
  claimRecipient,
  closeBatch,
  openBatch,
  recordOutcome,
  stopSending,
} from '#shop/newsletters/newsletter-batch.ts'
import { findNewsletter, findUnsubscribeToken } from '#shop/newsletters/newsletters.read.ts'

export function newsletterJobs({
  db,
  mailer,
  settings,
  ctxFor,
}: Pick<Dependencies, 'db' | 'mailer' | 'settings' | 'ctxFor'>) {
  const { brand, origin, features } = settings
  const shop = () => ({ brand, origin, seller: ctxFor(VISITOR).config.seller })
  return {
    'newsletter-batch': async (batch) => {
      // Throws, so that the job is retried when the newsletter is switched on again.
      if (!features.newsletter) throw new Error('the newsletter is switched off')
      const openedBatch = await openBatch(ctxFor(VISITOR), batch)
      if (!openedBatch) return
      // Recipients that the mail server refused by policy since it last accepted an email.
      const refusedIds: string[] = []
      const settleRefused = async () => {
        for (const id of refusedIds.splice(0)) await recordOutcome(ctxFor(VISITOR), id, 'refused_for_now')
      }
      for (const id of openedBatch.recipientIds) {
        const recipient = await claimRecipient(ctxFor(VISITOR), id)
        if (!recipient) continue
        const { email: to, unsubscribeToken } = recipient
        try {
          const copy = await newsletterEmail(openedBatch.newsletter, shop(), { to, unsubscribeToken })
          await mailer.send(copy, `newsletter-${id}`)
        } catch (error) {
          const failure = failureOf(error)
          if (failure === 'refused_by_policy') {
            refusedIds.push(id)
            if (refusedIds.length < openedBatch.policyLimit) continue
            const { newsletterId } = batch
            const reason = serverAnswer(error)
            return stopSending(ctxFor(VISITOR), { newsletterId, reason, recipientIds: refusedIds })
          }
          await recordOutcome(ctxFor(VISITOR), id, failure)
          if (failure === 'not_tried') throw error
          continue
        }
        await recordOutcome(ctxFor(VISITOR), id, 'sent')
        await settleRefused()
      }
      await settleRefused()
      await closeBatch(ctxFor(VISITOR), batch)
    },
    'newsletter-test': async ({ newsletterId, userId }, job) => {
      const [newsletter, admin] = await Promise.all([findNewsletter(db, newsletterId), findUser(db, userId)])
      if (
        !newsletter ||
        !admin?.staffRole ||
        !roleMay(admin.staffRole, 'newsletters') ||
        admin.email === null
      )
        return
      const unsubscribeToken = await findUnsubscribeToken(db, admin.email)
      const copy = { to: admin.email, unsubscribeToken, isTest: true }
      await mailer.send(await newsletterEmail(newsletter, shop(), copy), job.id)
    },
  } satisfies Partial<Handlers>
}
