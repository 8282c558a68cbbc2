import { randomUUID } from 'node:crypto'
import { betterAuth, type GenericEndpointContext } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { serialize } from 'hono/utils/cookie'
import type { Pool } from 'pg'
import { accountEmails, VERIFICATION_SECONDS } from '#infra/accounts/account-emails.ts'
import { antiEnumeration } from '#infra/accounts/anti-enumeration.ts'
import { signCookie } from '#infra/accounts/current-session.ts'
import { limitFloods, passwordRateLimits } from '#infra/accounts/guess-limits.ts'
import type { LeakedPasswords } from '#infra/accounts/leaked-passwords.ts'
import { hashPassword, verifyPassword } from '#infra/accounts/password-hash.ts'
import { passwordRules } from '#infra/accounts/password-rules.ts'
import { languageInUrl, requestedLinks } from '#infra/accounts/requested-links.ts'
import {
  hideTokens,
  passwordEndsSessions,
  refuseStalePassword,
  rotateSession,
  weakSessions,
  writePasswordOnce,
} from '#infra/accounts/session-rotation.ts'
import { signInProviders } from '#infra/accounts/sign-in-providers.ts'
import { rememberNewAccount, signUpBrowser } from '#infra/accounts/sign-up-browser.ts'
import { queueLimitedSignIn, recordReset, staffSignIns } from '#infra/accounts/staff-sign-ins.ts'
import { dropUnverifiedCredentials } from '#infra/accounts/unverified.sql.ts'
import { verifyEmail } from '#infra/accounts/verify-email.ts'
import type { SignInSettings } from '#infra/config/sign-in-settings.ts'
import { type KeyRing, linkSigner, mailedLinkKeys, sessionKeys } from '#infra/keys/key-ring.ts'
import type { RateLimiter } from '#infra/rate-limits/rate-limits.ts'
import type { Db, Jobs } from '#shop/ctx.ts'
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '#shop/kernel/duration.ts'

const STAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

const TABLES = {
  user: {
    modelName: 'users',
    fields: { name: 'full_name', emailVerified: 'email_verified', ...STAMPS },
    additionalFields: {
      phone_number: { type: 'string', required: false, input: false },
      // So that responses to sign-ups of new and known addresses look alike, all have `is_worker`, none `staff_role`.
      staff_role: { type: 'string', required: false, input: false, returned: false },
      is_worker: { type: 'boolean', required: false, input: false, defaultValue: false },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...STAMPS,
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...STAMPS,
    },
  },
  // Hashed, so that the table reveals no working link.
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', ...STAMPS },
    storeIdentifier: 'hashed',
  },
} as const

export type AuthOptions = {
  pool: Pool
  db: Db
  jobs: Jobs
  origin: string
  origins: string[]
  secrets: KeyRing
  brand: string
  signIn: SignInSettings
  demo: boolean
  leaked?: LeakedPasswords | null
  limits: RateLimiter
  /** Also called for a known address, with a random id, so that timing does not reveal the account. */
  onNewAccount: (userId: string, headers: Headers) => Promise<void>
  onError: (message: string, error: unknown) => void
  /** Called instead of `onError` for a faulty request, which anybody can send. */
  onFaultyRequest?: (message: string, error: unknown) => void
}

/** In seconds. A session is renewed at most once an hour. */
export const SESSION = { expiresIn: 30 * DAY_SECONDS, updateAge: HOUR_SECONDS }

/** Configures the account library. Call after the migrations: otherwise it answers every request with 500. */
export function createAuth(options: AuthOptions) {
  const { origin, onError, onFaultyRequest = () => {}, onNewAccount } = options
  const linkKeys = mailedLinkKeys(options.secrets)
  const mails = accountEmails({ ...options, linkKey: linkKeys[0] })
  const library = betterAuth({
    baseURL: origin,
    basePath: '/api/auth',
    // Cookies signed by an older key are signed again by server/cookie-edge.ts.
    secret: sessionKeys(options.secrets)[0],
    trustedOrigins: options.origins,
    database: options.pool,
    telemetry: { enabled: false },
    // The page after a provider's callback that matches no sign-in.
    onAPIError: {
      errorURL: `${origin}/auth/callback`,
      // By default the library logs every refusal.
      onError: (error) => {
        if (!isAPIError(error) || error.status === 'INTERNAL_SERVER_ERROR') onError('request failed', error)
      },
    },
    advanced: {
      // The library would switch this check off wherever NODE_ENV=test or TEST is set.
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      // server/cookie-edge.ts adds the prefix to cookie names.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: origin.startsWith('https:') },
    },
    ...TABLES,
    session: { ...TABLES.session, ...SESSION },
    databaseHooks: {
      session: { update: { before: keepShortEnd } },
      account: { create: { before: withoutTokens }, update: { before: writePasswordOnce(options.db) } },
      user: {
        create: {
          after: async ({ id }, context) => {
            rememberNewAccount(id, context?.request)
            await onNewAccount(id, context?.headers ?? new Headers())
          },
        },
      },
    },
    account: { ...TABLES.account, updateAccountOnSignIn: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      password: {
        hash: (password) => hashPassword(password),
        verify: (check) => verifyPassword(options.db, check),
      },
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR_SECONDS,
      sendResetPassword: mails.resetLink,
      onPasswordReset: async (reset, request) => {
        await recordReset(options.db, reset.user.id, request)
        await mails.passwordReset(reset, languageInUrl(request?.url))
      },
      onExistingUserSignUp: async ({ user }, request) => {
        await dropUnverifiedCredentials(options.db, user.id)
        await imitateNewAccount(options.db)
        // With a random id the same queries run, and nothing is stored.
        await onNewAccount(randomUUID(), request?.headers ?? new Headers())
        await mails.emailOwner(user, languageInUrl(request?.url))
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      expiresIn: VERIFICATION_SECONDS,
      sendVerificationEmail: (link, request) =>
        mails.verificationLink(link, request ? new URL(request.url).pathname : ''),
    },
    plugins: [
      weakSessions({ db: options.db, isDemo: options.demo }),
      passwordRateLimits(options, (attempt) => queueLimitedSignIn(options, attempt)),
      refuseStalePassword(options.db),
      staffSignIns(options),
      passwordRules({ brand: options.brand, linkKeys, leaked: options.leaked ?? null }),
      signUpBrowser(),
      verifyEmail({ ...options, linkKeys }),
      antiEnumeration(options),
      requestedLinks(options),
      signInProviders({ keys: options.signIn, emailOwner: mails.emailOwner, onError }),
      rotateSession(),
      passwordEndsSessions(options.db, mails.passwordChanged),
      hideTokens(),
    ],
    // guess-limits.ts counts instead: the library would store every path and network unhashed.
    rateLimit: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, error) =>
        (isFaultyRequest(message, error) ? onFaultyRequest : onError)(message, error),
    },
  })
  const { signatures: phoneKeys } = linkSigner(options.secrets, 'phones')
  return {
    ...library,
    linkKeys,
    phoneKeys,
    isDemo: options.demo,
    handler: limitFloods(options.limits, library),
  }
}

/** The library logs these messages about faulty requests as errors. */
const OF_REQUEST =
  /^(Invalid \w+: |Blocked cross-site |INVALID_CALLBACK_REQUEST|State not found|OAuth issuer mismatch)/

function isFaultyRequest(message: string, error: unknown): boolean {
  const { code } = { ...(error as { code?: unknown } | undefined) }
  return OF_REQUEST.test(message) || (message === 'Failed to parse state' && /^state_/.test(`${code}`))
}

/** Runs three transactions, as many as a new account takes, so that timing does not reveal an existing address. */
async function imitateNewAccount(db: Db): Promise<void> {
  const row = { identifier: randomUUID(), value: '', expiresAt: new Date() }
  const { id } = await db.insertInto('verifications').values(row).returning('id').executeTakeFirstOrThrow()
  await db.updateTable('verifications').set({ expiresAt: new Date() }).where('id', '=', id).execute()
  await db.deleteFrom('verifications').where('id', '=', id).execute()
}

/**
 * Does not extend a session without “remember me”. The library looks for a cookie, which apps with tokens lack.
 */
async function keepShortEnd({ expiresAt }: { expiresAt?: Date }, c: GenericEndpointContext | null) {
  const session = c?.context.session?.session
  if (!expiresAt || !session || !isShort(session)) return undefined
  return { data: { expiresAt: session.expiresAt } }
}

/** True for a session without “remember me” (`rememberMe: false`), which is not renewed. */
export function isShort({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }): boolean {
  return expiresAt.getTime() - createdAt.getTime() < 2 * DAY_MS
}

/** Drops the provider's tokens, which the shop needs only during the sign-in. */
async function withoutTokens<Account extends object>(account: Account) {
  return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
}

export type Auth = ReturnType<typeof createAuth>

/** Returns the Set-Cookie value of a session's new token. */
export async function sessionCookie({ $context }: Pick<Auth, '$context'>, token: string): Promise<string> {
  const { authCookies, secret } = await $context
  const { name, attributes } = authCookies.sessionToken
  return serialize(name, signCookie(token, secret), { ...attributes, maxAge: SESSION.expiresIn })
}
