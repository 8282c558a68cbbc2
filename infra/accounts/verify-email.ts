import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { verifyJWT } from 'better-auth/crypto'
import { parseUserOutput } from 'better-auth/db'
import { z } from 'zod'
import { signUpUserId } from '#infra/accounts/sign-up-browser.ts'
import { restartVerification, verifyForBrowser } from '#infra/accounts/unverified.sql.ts'
import type { Db, Jobs } from '#shop/ctx.ts'

type Options = {
  linkKeys: readonly string[]
  db: Db
  jobs: Pick<Jobs, 'resetEmailBudget'>
  onNewAccount: (userId: string, headers: Headers) => Promise<void>
}

/** Checks lengths only; forms and the API check the shop's rules. */
const input = z.object({
  token: z.string(),
  name: z.string().optional(),
  password: z.string().min(8).max(128).optional(),
})

const INVALID = { code: 'INVALID_TOKEN', message: 'This link has expired or was already used.' }
const PASSWORD_NEEDED = {
  code: 'PASSWORD_NEEDED',
  message: 'Please send a name and a new password: this address was signed up in another browser.',
}

/** Verifies an address once and signs in. Only the browser that signed up may leave out name and password. */
export function verifyEmail({ db, jobs, linkKeys, onNewAccount }: Options) {
  return {
    id: 'verify-email',
    endpoints: {
      verifyEmail: createAuthEndpoint('/verify-email', { method: 'POST', body: input }, async (c) => {
        const { internalAdapter, password: hasher } = c.context
        const { token, name: fullName, password } = c.body
        const email = await emailInToken(token, linkKeys)
        const found = email === null ? null : await internalAdapter.findUserByEmail(email)
        if (!found || found.user.emailVerified) throw new APIError('UNAUTHORIZED', INVALID)
        const { user } = found
        const cookies = c.headers?.get('cookie') ?? ''
        if (password !== undefined && fullName !== undefined) {
          const passwordHash = await hasher.hash(password)
          if (!(await restartVerification(db, { userId: user.id, fullName, passwordHash })))
            throw new APIError('UNAUTHORIZED', INVALID)
          await onNewAccount(user.id, c.headers ?? new Headers())
        } else {
          const isOwn = signUpUserId(cookies, c.context) === user.id
          if (!isOwn || !(await verifyForBrowser(db, user.id)))
            throw new APIError('CONFLICT', PASSWORD_NEEDED)
        }
        await jobs.resetEmailBudget(db, user.email)
        const session = await internalAdapter.createSession(user.id)
        const verified = (await internalAdapter.findUserById(user.id)) ?? user
        await setSessionCookie(c, { session, user: verified })
        return c.json({ status: true, user: parseUserOutput(c.context.options, verified) })
      }),
    },
  } satisfies BetterAuthPlugin
}

const payload = z.object({ email: z.string() })

/** Returns the email address in a link's token, or null if the token has expired or is not signed by the shop. */
export async function emailInToken(token: string, keys: readonly string[]): Promise<string | null> {
  for (const key of keys) {
    const parsed = payload.safeParse(await verifyJWT(token, key))
    if (parsed.success) return parsed.data.email
  }
  return null
}

type Library = {
  $context: Promise<Pick<AuthContext, 'secret' | 'createAuthCookie'>>
  linkKeys: readonly string[]
}

/** `own`: this browser signed up. `other`: needs a name and a password. `old`: expired or invalid. `used`: verified. */
type VerificationLink = 'own' | 'other' | 'used' | 'old'

/** Returns the state of a link without using it: programs that scan emails open every link. */
export async function checkVerificationLink(
  { auth, db }: { auth: Library; db: Db },
  token: string,
  cookies: string,
): Promise<VerificationLink> {
  const context = await auth.$context
  const email = await emailInToken(token, auth.linkKeys)
  if (email === null) return 'old'
  const user = await db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.userId', 'users.id')
    .select(['users.id', 'emailVerified', 'accounts.id as credential'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return 'old'
  if (user.emailVerified) return 'used'
  return user.credential !== null && signUpUserId(cookies, context) === user.id ? 'own' : 'other'
}
