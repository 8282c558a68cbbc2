import { createEmailVerificationToken } from 'better-auth/api'
import { languageInUrl, linkInEmail } from '#infra/accounts/requested-links.ts'
import type { Email } from '#infra/email/mailer.ts'
import { accountEmail, passwordChangedEmail } from '#infra/email/templates/account-emails.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import type { Recipient } from '#shop/kernel/actor.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { type Language, languageIn, type WrittenLanguage, writtenFor } from '#shop/programme/worker.ts'

type Owner = { email: string; emailVerified: boolean }
type Link = { user: Owner & { id: string }; url: string; token: string }

export const VERIFICATION_SECONDS = HOUR_SECONDS

/** Makes the linked page open in Hindi if that is the language, also in a browser without the language cookie. */
function inLanguage(link: string, language: WrittenLanguage): string {
  const url = new URL(link)
  if (language === 'hi') url.searchParams.set('language', language)
  return url.href
}

function languageInCallback(libraryUrl: string): Language | null {
  return languageInUrl(new URL(libraryUrl).searchParams.get('callbackURL') ?? '')
}

/** Writes the emails that the account library asks for, and queues them. */
export function accountEmails({
  db,
  jobs,
  brand,
  origin,
  linkKey,
}: {
  db: Db
  jobs: Jobs
  brand: string
  origin: string
  linkKey: string
}) {
  /** Signs with the key for emailed links. The library would use the session key. */
  const tokenFor = (email: string) =>
    createEmailVerificationToken(linkKey, email, undefined, VERIFICATION_SECONDS)
  const queueEmail = async (mail: Email, askedBy: Recipient['askedBy'] = 'anyone') =>
    jobs.send(db, { queue: 'mail', data: mail, to: { email: mail.to, askedBy } })
  /** The language of the page, otherwise the worker's own, otherwise English. */
  const languageFor = async (email: string, pageLanguage: Language | null): Promise<WrittenLanguage> => {
    if (pageLanguage) return writtenFor(pageLanguage)
    const worker = await db
      .selectFrom('workers')
      .innerJoin('users', 'users.id', 'workers.userId')
      .select('language')
      .where('users.email', '=', email)
      .where('users.isWorker', '=', true)
      .executeTakeFirst()
    return writtenFor(languageIn(worker?.language ?? null) ?? 'en')
  }
  const emailOwner = async ({ email, emailVerified }: Owner, pageLanguage: Language | null) => {
    if (emailVerified) {
      const language = await languageFor(email, pageLanguage)
      const url = inLanguage(`${origin}/auth/signin`, language)
      return queueEmail(await accountEmail('alreadyRegistered', { brand, to: email, url, language }))
    }
    const callbackUrl = `${origin}/auth/reset-password${pageLanguage ? `?language=${pageLanguage}` : ''}`
    await jobs.send(db, { queue: 'account-link', data: { kind: 'reset', email, callbackUrl } })
  }
  const emailPasswordChange = async (
    { id, email: to }: { id: string; email: string },
    signedOut: 'every device' | 'every other device',
    pageLanguage: Language | null = null,
  ) => {
    await db.deleteFrom('verifications').where('value', '=', id).execute()
    const language = await languageFor(to, pageLanguage)
    const url = inLanguage(`${origin}/auth/reset-password`, language)
    await queueEmail(await passwordChangedEmail({ brand, to, url, language, signedOut }), 'owner')
  }
  return {
    /** `path`: the request's path, or '' in a job. */
    async verificationLink({ user, url }: Link, path: string) {
      // At sign-in, anti-enumeration.ts sends this link.
      if (path.endsWith('/sign-in/email')) return
      const language = await languageFor(user.email, languageInCallback(url))
      const link = inLanguage(linkInEmail('/auth/verify-email', url, await tokenFor(user.email)), language)
      await queueEmail(await accountEmail('verification', { brand, to: user.email, url: link, language }))
    },

    /** A stranger may have created an unverified account, so its owner gets a verification link instead. */
    async resetLink({ user, url, token }: Link) {
      const { email: to, emailVerified } = user
      const language = await languageFor(to, languageInCallback(url))
      if (emailVerified) {
        const link = inLanguage(linkInEmail('/auth/reset-password', url, token), language)
        return queueEmail(await accountEmail('reset', { brand, to, url: link, language }))
      }
      await db.deleteFrom('verifications').where('value', '=', user.id).execute()
      const link = inLanguage(linkInEmail('/auth/verify-email', url, await tokenFor(to)), language)
      await queueEmail(await accountEmail('unfinished', { brand, to, url: link, language }))
    },

    /** Emails the owner, and invalidates the account's other reset links. */
    async passwordReset({ user }: { user: Owner & { id: string } }, pageLanguage: Language | null) {
      await jobs.resetEmailBudget(db, user.email)
      await emailPasswordChange(user, 'every device', pageLanguage)
    },

    /** Emails the owner, and invalidates the account's reset links. */
    async passwordChanged(user: { id: string; email: string }) {
      await emailPasswordChange(user, 'every other device')
    },

    /** Emails the owner of an existing address after a sign-up with it. An unverified address gets a link. */
    emailOwner,
  }
}
