import { createEmailVerificationToken } from 'better-auth/api'
import { languageAsked, linkInEmail } from '#infra/accounts/requested-links.ts'
import type { Email } from '#infra/email/mailer.ts'
import { accountEmail, passwordChangedEmail } from '#infra/email/templates/account-emails.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import type { Recipient } from '#shop/kernel/actor.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { type Language, languageIn, type WrittenLanguage, writtenFor } from '#shop/programme/worker.ts'

type Owner = { email: string; emailVerified: boolean }
type Link = { user: Owner & { id: string }; url: string; token: string }

export const VERIFICATION_SECONDS = HOUR_SECONDS

/** Keeps the page in Hindi, also in a browser that does not remember the language. */
function inLanguage(link: string, language: WrittenLanguage): string {
  const url = new URL(link)
  if (language === 'hi') url.searchParams.set('language', language)
  return url.href
}

function askedBy(libraryUrl: string): Language | null {
  return languageAsked(new URL(libraryUrl).searchParams.get('callbackURL') ?? '')
}

/** The emails about accounts: called by the account library, sent by the job queue. */
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
  /** The library's own token is signed with the key of sessions. */
  const verifying = (email: string) =>
    createEmailVerificationToken(linkKey, email, undefined, VERIFICATION_SECONDS)
  const post = async (mail: Email, askedBy: Recipient['askedBy'] = 'anyone') =>
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
  const tellOwner = async ({ email, emailVerified }: Owner, pageLanguage: Language | null) => {
    if (emailVerified) {
      const language = await languageFor(email, pageLanguage)
      const url = inLanguage(`${origin}/auth/signin`, language)
      return post(await accountEmail('alreadyRegistered', { brand, to: email, url, language }))
    }
    const callbackUrl = `${origin}/auth/reset-password${pageLanguage ? `?language=${pageLanguage}` : ''}`
    await jobs.send(db, { queue: 'account-link', data: { kind: 'reset', email, callbackUrl } })
  }
  const tellChanged = async (
    { id, email: to }: { id: string; email: string },
    signedOut: 'every device' | 'every other device',
    pageLanguage: Language | null = null,
  ) => {
    await db.deleteFrom('verifications').where('value', '=', id).execute()
    const language = await languageFor(to, pageLanguage)
    const url = inLanguage(`${origin}/auth/reset-password`, language)
    await post(await passwordChangedEmail({ brand, to, url, language, signedOut }), 'owner')
  }
  return {
    /** `path`: of the request; '' for a job. */
    async verificationLink({ user, url }: Link, path: string) {
      // At sign-in anti-enumeration.ts sends it.
      if (path.endsWith('/sign-in/email')) return
      const language = await languageFor(user.email, askedBy(url))
      const link = inLanguage(linkInEmail('/auth/verify-email', url, await verifying(user.email)), language)
      await post(await accountEmail('verification', { brand, to: user.email, url: link, language }))
    },

    /** An unverified account's password may be a stranger's, so the link verifies the address instead. */
    async resetLink({ user, url, token }: Link) {
      const { email: to, emailVerified } = user
      const language = await languageFor(to, askedBy(url))
      if (emailVerified) {
        const link = inLanguage(linkInEmail('/auth/reset-password', url, token), language)
        return post(await accountEmail('reset', { brand, to, url: link, language }))
      }
      await db.deleteFrom('verifications').where('value', '=', user.id).execute()
      const link = inLanguage(linkInEmail('/auth/verify-email', url, await verifying(to)), language)
      await post(await accountEmail('unfinished', { brand, to, url: link, language }))
    },

    /** Also invalidates the account's other reset links. */
    async passwordReset({ user }: { user: Owner & { id: string } }, pageLanguage: Language | null) {
      await jobs.resetEmailBudget(db, user.email)
      await tellChanged(user, 'every device', pageLanguage)
    },

    /** Invalidates emailed links. */
    async passwordChanged(user: { id: string; email: string }) {
      await tellChanged(user, 'every other device')
    },

    /** Emails the owner of an account that is signed up again. An unverified one needs a new password. */
    tellOwner,
  }
}
