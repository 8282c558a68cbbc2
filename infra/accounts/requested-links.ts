import type { BetterAuthPlugin } from 'better-auth'
import { z } from 'zod'
import { hook, hooksPlugin, requestTo } from '#infra/accounts/hooks.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import { type Language, languageIn } from '#shop/programme/worker.ts'

const KINDS = { '/request-password-reset': 'reset', '/send-verification-email': 'verification' } as const

const linkRequest = z.object({
  email: z.email(),
  redirectTo: z.string().optional(),
  callbackURL: z.string().optional(),
})

/** Queues a link for any address, so that the response reveals no account. The job's call has no request and passes. */
export function requestedLinks({ db, jobs }: { db: Db; jobs: Jobs }): BetterAuthPlugin {
  return hooksPlugin('asked-links', {
    before: [
      hook(requestTo(...Object.keys(KINDS)), async (c) => {
        const parsed = linkRequest.safeParse(c.body)
        if (!parsed.success) return
        const { email, redirectTo, callbackURL } = parsed.data
        const kind = KINDS[c.path as keyof typeof KINDS]
        const data = { kind, email: email.toLowerCase(), callbackUrl: redirectTo ?? callbackURL ?? '/' }
        await jobs.send(db, { queue: 'account-link', data })
        return { status: true, message: 'If we can send a link to this address, it’s on its way.' }
      }),
    ],
  })
}

/** Returns the `language` of the page's URL or return path, or null. */
export function languageInUrl(url: string | undefined): Language | null {
  return languageIn(new URL(url || '/', 'http://shop.invalid').searchParams.get('language'))
}

/** Returns the shop's page for an emailed link. `libraryUrl` holds the visitor's origin and return path. */
export function linkInEmail(page: string, libraryUrl: string, token: string): string {
  const url = new URL(libraryUrl)
  const back = new URL(url.searchParams.get('callbackURL') || '/', url.origin)
  const link = new URL(page, back.origin)
  link.searchParams.set('token', token)
  const path = back.pathname + back.search
  const returnTo = back.pathname.startsWith('/auth/') ? back.searchParams.get('returnTo') : path
  if (returnTo && returnTo !== '/') link.searchParams.set('returnTo', returnTo)
  return link.href
}
