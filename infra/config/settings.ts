import { z } from 'zod'
import {
  contradictionsOfSignIn,
  type SignInSettings,
  signInEnvironment,
  signInOf,
} from '#infra/config/sign-in-settings.ts'
import type { S3Settings } from '#infra/files/file-store.ts'
import { RAZORPAY_URL, type RazorpayCredentials } from '#infra/payments/razorpay/razorpay-api.ts'
import type { Features } from '#shop/features.ts'
import { isGstin, STATE_CODES } from '#shop/invoices/states.ts'
import { type Money, rupees } from '#shop/kernel/money.ts'
import type { Seller } from '#shop/seller.ts'

/** An empty variable counts as absent: `SMTP_URL=` in an .env file means "not set". */
const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value)
const text = z.preprocess(absentWhenEmpty, z.string().trim().min(1).optional())
const withDefault = (value: string) => z.preprocess(absentWhenEmpty, z.string().trim().default(value))
const money = (value: number) =>
  z.preprocess(absentWhenEmpty, z.coerce.number().nonnegative().multipleOf(0.01).default(value))
const onOff = z.preprocess(absentWhenEmpty, z.enum(['on', 'off']).default('on'))
const webOrigin = z.url({ protocol: /^https?$/, error: 'must be a web origin such as https://shop.example' })

const environment = z.object({
  HOST: withDefault('127.0.0.1'),
  PORT: z.preprocess(absentWhenEmpty, z.coerce.number().int().min(0).max(65535).default(3000)),
  ORIGIN: z.preprocess(absentWhenEmpty, webOrigin.optional()),
  DATA_DIR: withDefault('.data'),
  DATABASE_URL: z.preprocess(
    absentWhenEmpty,
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  ),
  DATABASE_SESSION_URL: z.preprocess(
    absentWhenEmpty,
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  ),
  DATABASE_REPLICA_URL: z.preprocess(
    absentWhenEmpty,
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
  ),
  DATABASE_POOL_SIZE: z.preprocess(absentWhenEmpty, z.coerce.number().int().min(2).max(200).default(10)),
  DATABASE_PATIENCE_MS: z.preprocess(
    absentWhenEmpty,
    z.coerce.number().int().min(500).max(600_000).default(10_000),
  ),
  AUTH_SECRET: z.preprocess(
    absentWhenEmpty,
    z.string().min(32, 'must be at least 32 characters of random text').optional(),
  ),
  ADMIN_EMAIL: z.preprocess(absentWhenEmpty, z.email('must be an e-mail address').optional()),
  SMTP_URL: z.preprocess(
    absentWhenEmpty,
    z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  ),
  MAIL_FROM: text,
  SUPPORT_EMAIL: z.preprocess(absentWhenEmpty, z.email('must be an e-mail address').optional()),
  TRUST_PROXY: z.preprocess(absentWhenEmpty, z.enum(['on', 'off']).default('off')),
  RATE_LIMITS: onOff,
  SLOW_QUERY_MS: z.preprocess(absentWhenEmpty, z.coerce.number().int().min(1).default(500)),
  METRICS_TOKEN: text,
  LOG_LEVEL: z.preprocess(
    absentWhenEmpty,
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  ),
  BRAND_NAME: withDefault('Cultiva'),
  SHIPPING_FEE: money(0),
  FIRST_ORDER_OFFER: onOff,
  REFERRAL_PERCENT: z.preprocess(absentWhenEmpty, z.coerce.number().int().min(0).max(100).default(20)),
  SHIPPING_FREE_ABOVE: z.preprocess(
    absentWhenEmpty,
    z.coerce.number().nonnegative().multipleOf(0.01).optional(),
  ),
  CASH_ON_DELIVERY: onOff,
  CARD_PAYMENTS: onOff,
  CARD_HOLD_MINUTES: z.preprocess(absentWhenEmpty, z.coerce.number().int().min(1).max(1440).default(15)),
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: text,
  RAZORPAY_URL: z.preprocess(absentWhenEmpty, webOrigin.default(RAZORPAY_URL)),
  NEWSLETTER: onOff,
  REVIEWS: onOff,
  HYDRATION: onOff,
  WORKER_PROGRAMME: onOff,
  SELLER_NAME: text,
  SELLER_ADDRESS: text,
  SELLER_PHONE: text,
  SELLER_GSTIN: z.preprocess(
    absentWhenEmpty,
    z.string().trim().refine(isGstin, 'must be a GSTIN of 15 characters').optional(),
  ),
  SELLER_STATE: z.preprocess(
    absentWhenEmpty,
    z
      .string()
      .trim()
      .refine((state) => Object.hasOwn(STATE_CODES, state), 'must be a state or union territory')
      .optional(),
  ),
  GRIEVANCE_OFFICER: text,
  GRIEVANCE_OFFICER_PHONE: text,
  GRIEVANCE_OFFICER_EMAIL: z.preprocess(absentWhenEmpty, z.email('must be an e-mail address').optional()),
  FSSAI_LICENCE: text,
  MIN_HOURLY_RATE: money(60),
  FILES_S3_BUCKET: text,
  FILES_S3_REGION: text,
  FILES_S3_ENDPOINT: z.preprocess(absentWhenEmpty, webOrigin.optional()),
  FILES_S3_ACCESS_KEY_ID: text,
  FILES_S3_SECRET_ACCESS_KEY: text,
  ...signInEnvironment,
})

export type Settings = {
  host: string
  port: number
  /** The public address, without a trailing slash. */
  origin: string
  dataDir: string
  /** Null: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null
  /** The same database without a pooler between: what listens must keep its session. Null: `databaseUrl` will do. */
  databaseSessionUrl: string | null
  /** A streaming replica for reads of the catalogue and of figures. */
  databaseReplicaUrl: string | null
  databasePoolSize: number
  /** How long a query of a request may take, in milliseconds, before it is given up with a 503. */
  databasePatienceMs: number
  /** Demo mode: no DATABASE_URL. Sample data, demo accounts and a mailbox page. */
  demo: boolean
  /** Null only in demo mode, where one is made at the first start and kept in `dataDir`. */
  authSecret: string | null
  adminEmail: string
  signIn: SignInSettings
  mail: { smtpUrl: string | null; from: string; support: string }
  trustProxy: boolean
  rateLimits: boolean
  logLevel: string
  /** Queries that take longer are logged. */
  slowQueryMs: number
  /** What asks for /metrics must name; null: open to whoever reaches the program. */
  metricsToken: string | null
  brand: string
  shipping: { fee: Money; freeAbove: Money | null }
  offers: { firstOrderOffer: boolean; referralPercent: number }
  /** Whether an order may be paid in cash at the door. */
  takesCash: boolean
  /** `razorpay` is null without its keys: the sandbox acts out the payments then, and no money moves. */
  cards: { isOn: boolean; holdMinutes: number; razorpay: RazorpaySettings | null }
  features: Features
  seller: Seller
  /** What a task should pay per hour at least. */
  minHourlyRate: Money
  /** Null: uploaded files are kept in a folder below `dataDir`. */
  filesS3: S3Settings | null
}

export type RazorpaySettings = RazorpayCredentials & { url: string }

export type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/**
 * What only a real shop must have: without them it could not be reached, sign anybody in, or send a mail, and the
 * Consumer Protection (E-Commerce) Rules, 2020 ask who sells, where, and who hears complaints, and an invoice (CGST Rule
 * 46) asks for the seller's GSTIN and state.
 */
const NEEDED_FOR_REAL = [
  'ORIGIN',
  'AUTH_SECRET',
  'ADMIN_EMAIL',
  'SMTP_URL',
  'MAIL_FROM',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_GSTIN',
  'SELLER_STATE',
  'GRIEVANCE_OFFICER',
] as const

/**
 * Reads the settings from the environment. Every problem is one line that starts with the name of the setting;
 * values are never repeated, since some are secrets.
 */
export function readSettings(env: Record<string, string | undefined>): SettingsResult {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    }
  }
  const problems = contradictions(parsed.data)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings: toSettings(parsed.data) }
}

function contradictions(env: z.infer<typeof environment>): string[] {
  return [
    ...contradictionsOfFiles(env),
    ...contradictionsOfCards(env),
    ...contradictionsOfSignIn(env),
    ...contradictionsOfTax(env),
    ...contradictionsOfReal(env),
    ...(env.DATABASE_REPLICA_URL && !env.DATABASE_URL
      ? ['DATABASE_REPLICA_URL: the embedded database has no replica, set DATABASE_URL too']
      : []),
  ]
}

/** A bucket needs all of these; one of them without a bucket is a mistake too. */
const NEEDED_FOR_BUCKET = [
  'FILES_S3_BUCKET',
  'FILES_S3_REGION',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
] as const

function contradictionsOfFiles(env: z.infer<typeof environment>): string[] {
  const isWanted = [...NEEDED_FOR_BUCKET, 'FILES_S3_ENDPOINT' as const].some(
    (name) => env[name] !== undefined,
  )
  const missing = NEEDED_FOR_BUCKET.filter((name) => isWanted && env[name] === undefined)
  return missing.map((name) => `${name}: must be set when files are kept in a bucket`)
}

/** A GSTIN begins with the code of the state that gave it. */
function contradictionsOfTax({ SELLER_GSTIN, SELLER_STATE }: z.infer<typeof environment>): string[] {
  const isOther = SELLER_GSTIN && SELLER_STATE && !SELLER_GSTIN.startsWith(STATE_CODES[SELLER_STATE] ?? '')
  return isOther ? ['SELLER_STATE: is not the state that SELLER_GSTIN begins with'] : []
}

function contradictionsOfReal(env: z.infer<typeof environment>): string[] {
  const demo = env.DATABASE_URL === undefined
  if (demo) return []
  const missing = NEEDED_FOR_REAL.filter((name) => env[name] === undefined)
  const problems = missing.map((name) => `${name}: must be set when DATABASE_URL is set`)
  if (env.RATE_LIMITS === 'off')
    problems.push('RATE_LIMITS: can be off only in demo mode (without DATABASE_URL)')
  return problems
}

const RAZORPAY = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

/** All three or none: with a part of them payments could begin and never end. */
function contradictionsOfCards(env: z.infer<typeof environment>): string[] {
  if (env.CARD_PAYMENTS === 'off' && env.CASH_ON_DELIVERY === 'off')
    return ['CASH_ON_DELIVERY: cannot be off while CARD_PAYMENTS is off, nobody could pay']
  const missing = RAZORPAY.filter((name) => env[name] === undefined)
  if (missing.length === RAZORPAY.length) return []
  return missing.map((name) => `${name}: must be set when another setting of Razorpay is set`)
}

function toSettings(env: z.infer<typeof environment>): Settings {
  return {
    host: env.HOST,
    port: env.PORT,
    origin: (env.ORIGIN ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseSessionUrl: env.DATABASE_SESSION_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databasePatienceMs: env.DATABASE_PATIENCE_MS,
    demo: env.DATABASE_URL === undefined,
    authSecret: env.AUTH_SECRET ?? null,
    adminEmail: (env.ADMIN_EMAIL ?? 'admin@demo.test').toLowerCase(),
    signIn: signInOf(env),
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      from: env.MAIL_FROM ?? `${env.BRAND_NAME} <orders@demo.test>`,
      support: supportEmail(env),
    },
    trustProxy: env.TRUST_PROXY === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    logLevel: env.LOG_LEVEL,
    slowQueryMs: env.SLOW_QUERY_MS,
    metricsToken: env.METRICS_TOKEN ?? null,
    brand: env.BRAND_NAME,
    offers: {
      firstOrderOffer: env.FIRST_ORDER_OFFER === 'on',
      referralPercent: env.REFERRAL_PERCENT,
    },
    shipping: {
      fee: rupees(env.SHIPPING_FEE),
      freeAbove: env.SHIPPING_FREE_ABOVE === undefined ? null : rupees(env.SHIPPING_FREE_ABOVE),
    },
    takesCash: env.CASH_ON_DELIVERY === 'on',
    cards: {
      isOn: env.CARD_PAYMENTS === 'on',
      holdMinutes: env.CARD_HOLD_MINUTES,
      razorpay: razorpayOf(env),
    },
    features: {
      newsletter: env.NEWSLETTER === 'on',
      reviews: env.REVIEWS === 'on',
      hydration: env.HYDRATION === 'on',
      programme: env.WORKER_PROGRAMME === 'on',
    },
    seller: sellerOf(env),
    minHourlyRate: rupees(env.MIN_HOURLY_RATE),
    filesS3: s3Of(env),
  }
}

function s3Of(env: z.infer<typeof environment>): S3Settings | null {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = env
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return null
  return { bucket, region, endpoint: env.FILES_S3_ENDPOINT ?? null, accessKeyId, secretAccessKey }
}

function razorpayOf(env: z.infer<typeof environment>): RazorpaySettings | null {
  const {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
    RAZORPAY_URL: url,
  } = env
  return keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret, url } : null
}

/** In a demonstration the seller says honestly what has not been set. */
function sellerOf(env: z.infer<typeof environment>): Seller {
  const email = supportEmail(env)
  return {
    name: env.SELLER_NAME ?? 'Demonstration seller (set SELLER_NAME)',
    address: env.SELLER_ADDRESS ?? 'No address yet (set SELLER_ADDRESS)',
    phone: env.SELLER_PHONE ?? null,
    email,
    fssaiLicence: env.FSSAI_LICENCE ?? null,
    gstin: env.SELLER_GSTIN ?? null,
    state: env.SELLER_STATE ?? null,
    grievanceOfficer: {
      name: env.GRIEVANCE_OFFICER ?? 'Nobody named yet (set GRIEVANCE_OFFICER)',
      phone: env.GRIEVANCE_OFFICER_PHONE ?? null,
      email: env.GRIEVANCE_OFFICER_EMAIL ?? email,
    },
  }
}

function supportEmail(env: z.infer<typeof environment>): string {
  return env.SUPPORT_EMAIL ?? env.ADMIN_EMAIL ?? 'support@demo.test'
}
