import { betterAuth } from 'better-auth'
import type { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '#db/types.ts'
import {
  alreadyRegisteredLetter,
  resetLetter,
  verificationLetter,
} from '#infra/mail/letters/account-letters.ts'
import type { Mail } from '#infra/mail/mailer.ts'
import type { Jobs } from '#shop/ctx.ts'

export type AuthOptions = {
  pool: Pool
  db: Kysely<DB>
  jobs: Jobs
  origin: string
  /** All addresses a browser may use for this shop. */
  origins: string[]
  secret: string
  brand: string
  rateLimits: boolean
  onError: (message: string, error: unknown) => void
}

const HOUR = 3600

/**
 * The account library on our tables. Build it only after migrating: built before, it answers 500 for good.
 * Mails go through the job queue, so that a mail server that is down loses nothing and tells nobody anything.
 */
export function createAuth(options: AuthOptions) {
  const { brand, origin, db, jobs } = options
  const post = async (mail: Mail) => jobs.send(db, { queue: 'mail', data: mail })
  return betterAuth({
    baseURL: origin,
    basePath: '/api/auth',
    secret: options.secret,
    trustedOrigins: options.origins,
    database: options.pool,
    telemetry: { enabled: false },
    advanced: {
      // The library would switch this check off wherever NODE_ENV=test or TEST is set.
      disableOriginCheck: false,
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: ['x-real-ip'] },
      useSecureCookies: origin.startsWith('https:'),
    },
    ...TABLES,
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR,
      sendResetPassword: async ({ user, url }) => post(await resetLetter({ brand, to: user.email, url })),
      onExistingUserSignUp: async ({ user }) =>
        post(await alreadyRegisteredLetter({ brand, to: user.email, url: `${origin}/auth/signin` })),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: HOUR,
      sendVerificationEmail: async ({ user, url }) =>
        post(await verificationLetter({ brand, to: user.email, url })),
    },
    rateLimit: {
      enabled: options.rateLimits,
      storage: 'database',
      modelName: 'rate_limits',
      fields: { lastRequest: 'last_request' },
      customRules: {
        '/sign-in/email': { window: 10, max: 3 },
        '/sign-up/email': { window: 60, max: 5 },
        '/request-password-reset': { window: 60, max: 3 },
      },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...rest) => options.onError(message, rest[0]),
    },
  })
}

const STAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

const TABLES = {
  user: {
    modelName: 'users',
    fields: { name: 'full_name', emailVerified: 'email_verified', ...STAMPS },
    additionalFields: {
      phone_number: { type: 'string', required: false, input: false },
      is_admin: { type: 'boolean', required: false, input: false },
      is_worker: { type: 'boolean', required: false, input: false },
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
  verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...STAMPS } },
} as const

export type Auth = ReturnType<typeof createAuth>
