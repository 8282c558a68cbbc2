import {
  accountDeletedEmail,
  deletionLinkEmail,
  factorChangedEmail,
  factorLinkEmail,
  invitationEmail,
  rewardEmail,
} from '#infra/email/templates/account-emails.ts'
import {
  acknowledgementEmail,
  contactMessageEmail,
  newsletterConfirmationEmail,
  newsletterWelcomeEmail,
  replyEmail,
  stockNoticeEmail,
  stockNoticeLinkEmail,
} from '#infra/email/templates/message-emails.ts'
import { auditAlertEmail } from '#infra/email/templates/staff-emails.ts'
import type { Handlers } from '#infra/jobs/jobs.ts'
import { SANDBOX_SIGNATURE } from '#infra/payments/sandbox/sandbox-gateway.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { newsletterJobs } from '#server/newsletter-jobs.ts'
import { orderMailJobs } from '#server/order-mail-jobs.ts'
import { programmeJobs } from '#server/programme-jobs.ts'
import { resealAll } from '#server/reseal-all.ts'
import { findAlert } from '#shop/audit/alert.read.ts'
import { queueAlerts } from '#shop/audit/queue-alerts.ts'
import { recordRefusedSignIn } from '#shop/audit/record-sign-in.ts'
import { storeRemotePictures } from '#shop/catalogue/product-pictures.ts'
import { valueText } from '#shop/coupons/coupon.ts'
import { findInvitation } from '#shop/customers/staff-invitations.read.ts'
import { findUser, wantsReferralEmails } from '#shop/customers/users.read.ts'
import { issueCreditNote } from '#shop/invoices/issue-documents.ts'
import { VISITOR } from '#shop/kernel/actor.ts'
import { STAFF_ROLE_NAMES } from '#shop/kernel/staff-role.ts'
import { recordReplySent } from '#shop/messages/answer-message.ts'
import { findContactMessage, findReply, findSubscription } from '#shop/messages/messages.read.ts'
import { acknowledgeContactMessage } from '#shop/messages/send-contact-message.ts'
import { pendingStockNotice, queueStockNotices, takeStockNotice } from '#shop/messages/stock-notices.ts'
import { sendRefund } from '#shop/payments/pay-refunds.ts'
import { receiveWebhook } from '#shop/payments/receive-webhook.ts'
import { DELETION_LINK_MINUTES } from '#shop/privacy/account-deletion.ts'
import { applyRetention, removeOrphanFiles } from '#shop/privacy/apply-retention.ts'
import { findReward } from '#shop/referrals/referrals.read.ts'
import { checkPayment, handlePaymentEvent, queueDuePayments } from '#shop/settlement/payment-jobs.ts'
import { deliverDue } from '#shop/webhooks/deliver-webhooks.ts'

/** Returns the handler of each queue. A job whose handler throws is retried. */
export function jobHandlers(deps: Dependencies): Handlers {
  return {
    ...accountJobs(deps),
    ...auditJobs(deps),
    ...retentionJobs(deps),
    'product-pictures': () => storeRemotePictures(deps.ctxFor(VISITOR)),
    'unkept-files': (files) => removeOrphanFiles(deps.ctxFor(VISITOR), files),
    ...accountDeletionJobs(deps),
    ...factorJobs(deps),
    ...messageJobs(deps),
    ...newsletterJobs(deps),
    ...paymentJobs(deps),
    ...orderMailJobs(deps),
    ...programmeJobs(deps),
    ...referralJobs(deps),
    webhooks: ({ endpointId }) => deliverDue(() => deps.ctxFor(VISITOR), deps.webhooks, endpointId),
    mail: (mail, job) => deps.mailer.send(mail, job.id),
  }
}

/** Sends account links from a job, so that the response does not reveal whether there is an account. */
export function accountJobs({ auth }: Pick<Dependencies, 'auth'>) {
  return {
    'account-link': async ({ kind, email, callbackUrl }) => {
      if (kind === 'reset') await auth.api.requestPasswordReset({ body: { email, redirectTo: callbackUrl } })
      if (kind === 'verification')
        await auth.api.sendVerificationEmail({ body: { email, callbackURL: callbackUrl } })
    },
  } satisfies Partial<Handlers>
}

/** Records refused sign-ins in the audit log, and emails alerts about its entries to the owners. */
function auditJobs({ db, mailer, settings, security, ctxFor }: Dependencies) {
  const { brand, origin } = settings
  return {
    'sign-in-refused': async (refused) => {
      const userId = await recordRefusedSignIn({ db }, refused)
      const event = refused.why === 'limit' ? 'authn_login_fail_max' : 'authn_login_fail'
      security.write({ event, way: 'password', userId }, refused.client)
    },
    'audit-alerts': () => queueAlerts(ctxFor(VISITOR)),
    'audit-alert': async (about, job) => {
      const alert = await findAlert(db, about)
      if (alert) await mailer.send(await auditAlertEmail(alert, { to: alert.to, brand, origin }), job.id)
    },
  } satisfies Partial<Handlers>
}

/** Deletes expired data, and re-encrypts values with the newest key. Failed steps are retried. */
function retentionJobs({ log, db, fields, ctxFor }: Dependencies) {
  return {
    retention: async ({ only }) => {
      const outcomes = await applyRetention(ctxFor(VISITOR), only && [only])
      const failed = outcomes.filter(({ problem }) => problem !== null)
      const counts = outcomes.filter(({ count }) => count > 0).map(({ step, count }) => [step, count])
      log.info({ deleted: Object.fromEntries(counts) }, 'retention')
      for (const { step, problem } of failed) log.error({ err: problem, step }, 'retention')
      if (!only) {
        const counts = Object.values(await resealAll(db, { fields, sealer: ctxFor(VISITOR).sealer }))
        const sum = (name: 'resealed' | 'unopened') => counts.reduce((total, count) => total + count[name], 0)
        log.info({ sealed: sum('resealed') }, 'retention')
        if (sum('unopened') > 0)
          log.error({ unopened: sum('unopened') }, 'retention: no key in AUTH_SECRET decrypts these values')
      }
      if (failed.length > 0) throw new Error(`failed: ${failed.map(({ step }) => step).join(', ')}`)
    },
  } satisfies Partial<Handlers>
}

function accountDeletionJobs({ mailer, settings }: Dependencies) {
  const { brand, origin } = settings
  return {
    'account-closing': async ({ email, token }, job) => {
      if (token === null) return mailer.send(await accountDeletedEmail({ brand, to: email }), job.id)
      const url = `${origin}/profile/delete?token=${token}`
      const link = await deletionLinkEmail({ brand, to: email, url, minutes: DELETION_LINK_MINUTES })
      await mailer.send(link, job.id)
    },
  } satisfies Partial<Handlers>
}

/** Sends staff invitations, and emails about factors and API keys. Closed accounts get no emails. */
function factorJobs({ db, mailer, settings }: Dependencies) {
  const { brand, origin } = settings
  return {
    'factor-mail': async ({ news, userId, recipientId }, job) => {
      const [about, recipient] = [await findUser(db, userId), await findUser(db, recipientId)]
      if (!about?.email || !recipient?.email) return
      const isOwn = userId === recipientId
      const own = news.startsWith('key') ? '/admin/dashboard/api-keys' : '/profile/security'
      const url = origin + (isOwn ? own : `/admin/dashboard/people/${userId}`)
      const email = { brand, to: recipient.email, url, news, about: isOwn ? null : about.email }
      await mailer.send(await factorChangedEmail(email), job.id)
    },
    'staff-invitation': async ({ invitationId, token }, job) => {
      const invitation = await findInvitation(db, { id: invitationId }, new Date())
      if (!invitation) return
      const url = `${origin}/auth/invitation?token=${token}`
      const role = STAFF_ROLE_NAMES[invitation.staffRole].toLowerCase()
      await mailer.send(await invitationEmail({ brand, to: invitation.email, url, role }), job.id)
    },
    'factor-link': async ({ userId, token }, job) => {
      const user = await findUser(db, userId)
      if (!user?.email) return
      const url = `${origin}/auth/factor/set-up?token=${token}`
      await mailer.send(await factorLinkEmail({ brand, to: user.email, url }), job.id)
    },
  } satisfies Partial<Handlers>
}

export function referralJobs({ db, mailer, settings }: Dependencies) {
  return {
    'referral-reward': async ({ couponId }, job) => {
      const reward = await findReward(db, couponId)
      // The reward was withdrawn, or the customer has turned these emails off.
      if (!reward || !(await wantsReferralEmails(db, reward.userId))) return
      const { email: to, fullName: name, code, value } = reward
      const { brand, origin } = settings
      const links = { url: `${origin}/products`, choicesUrl: `${origin}/profile#mails` }
      const email = await rewardEmail({ brand, to, name, code, value: valueText(value), ...links })
      await mailer.send(email, job.id)
    },
  } satisfies Partial<Handlers>
}

/** Sends messages. Skips rows that have been deleted since the job was queued. */
function messageJobs({ db, mailer, settings, ctxFor }: Dependencies) {
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
      await recordReplySent(ctxFor(VISITOR), replyId)
    },
    'newsletter-confirmation': async ({ subscriptionId, confirmToken }, job) => {
      const subscription = await findSubscription(db, subscriptionId)
      // While the newsletter is switched off, the link would answer 404.
      if (subscription?.status !== 'pending' || !settings.features.newsletter) return
      const email = await newsletterConfirmationEmail(subscription, confirmToken, { brand, origin })
      await mailer.send(email, job.id)
    },
    'newsletter-welcome': async ({ subscriptionId }, job) => {
      const subscription = await findSubscription(db, subscriptionId)
      if (subscription?.status !== 'confirmed') return
      await mailer.send(await newsletterWelcomeEmail(subscription, { brand, origin }), job.id)
    },
    'stock-notice-link': async ({ noticeId, confirmToken }, job) => {
      const notice = await pendingStockNotice({ db }, noticeId)
      if (notice)
        await mailer.send(await stockNoticeLinkEmail(notice, confirmToken, { brand, origin }), job.id)
    },
    'stock-notices-due': () => queueStockNotices(ctxFor(VISITOR)),
    'stock-notice': async ({ noticeId }, job) => {
      const notice = await takeStockNotice({ db }, noticeId)
      if (notice) await mailer.send(await stockNoticeEmail(notice, { brand, origin }), job.id)
    },
  } satisfies Partial<Handlers>
}

function paymentJobs(deps: Dependencies) {
  const { sandbox } = deps
  const ctx = () => deps.ctxFor(VISITOR)
  return {
    'credit-note': (request) => issueCreditNote(ctx(), request),
    'payments-due': () => queueDuePayments(ctx()),
    'payment-check': ({ intentId }) => checkPayment(ctx(), intentId),
    'payment-event': ({ eventId }) => handlePaymentEvent(ctx(), eventId),
    refund: ({ refundId }) => sendRefund(ctx(), refundId),
    'sandbox-bank': async ({ paymentId }) => sandbox?.confirm(paymentId),
    'sandbox-webhook': async ({ body }) => {
      if (!sandbox) return
      const headers = new Headers({ [SANDBOX_SIGNATURE]: sandbox.signWebhook(body) })
      await receiveWebhook(ctx(), { provider: 'sandbox', rawBody: body, headers })
    },
  } satisfies Partial<Handlers>
}
