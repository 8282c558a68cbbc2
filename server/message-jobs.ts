import {
  acknowledgementEmail,
  contactMessageEmail,
  newsletterConfirmationEmail,
  newsletterWelcomeEmail,
  replyEmail,
} from '#infra/email/templates/message-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { acknowledgeContactMessage } from '#shop/messages/acknowledge-contact-message.ts'
import { confirmReply } from '#shop/messages/confirm-reply.ts'
import { findContactMessage, findReply } from '#shop/messages/messages.read.ts'
import { findSubscription } from '#shop/messages/subscriptions.read.ts'

type MessageQueue =
  | 'contact-message'
  | 'contact-acknowledgement'
  | 'contact-reply'
  | 'newsletter-confirmation'
  | 'newsletter-welcome'

/** The emails about contact messages and the newsletter. Rows removed since get none. */
export function messageJobs({ db, mailer, settings, ctxFor }: Dependencies): Pick<Handlers, MessageQueue> {
  const { brand, origin } = settings
  const { support } = settings.mail
  return {
    'contact-message': async ({ messageId }, job) => {
      const message = await findContactMessage(db, messageId)
      if (message) await mailer.send(await contactMessageEmail(message, brand, support), job.id)
    },
    'contact-acknowledgement': async ({ messageId }, job) => {
      const message = await findContactMessage(db, messageId)
      if (!message || message.acknowledgedAt) return
      await mailer.send(await acknowledgementEmail(message, brand, support), job.id)
      await acknowledgeContactMessage(ctxFor(VISITOR), messageId)
    },
    'contact-reply': async ({ replyId }, job) => {
      const reply = await findReply(db, replyId)
      if (!reply || reply.sentAt) return
      await mailer.send(await replyEmail(reply, brand, support), job.id)
      await confirmReply(ctxFor(VISITOR), replyId)
    },
    'newsletter-confirmation': async ({ subscriptionId, confirmToken }, job) => {
      const subscription = await findSubscription(db, subscriptionId)
      // While the newsletter is switched off, the link in it would answer 404.
      if (subscription?.status !== 'pending' || !settings.features.newsletter) return
      await mailer.send(
        await newsletterConfirmationEmail(subscription, confirmToken, { brand, origin }),
        job.id,
      )
    },
    'newsletter-welcome': async ({ subscriptionId }, job) => {
      const subscription = await findSubscription(db, subscriptionId)
      if (subscription?.status !== 'confirmed') return
      await mailer.send(await newsletterWelcomeEmail(subscription, { brand, origin }), job.id)
    },
  }
}
