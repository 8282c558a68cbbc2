/** All settings. Larger topics have a file each: its variables, the settings made of them, and their contradictions. */

import { z } from 'zod'
import {
  type ConnectionSettings,
  connectionEnvironment,
  connectionsOf,
  contradictionsOfConnections,
  mustEncrypt,
} from '#infra/config/connection-settings.ts'
import {
  email,
  hostList,
  onOff,
  secretList,
  text,
  textOr,
  unlessEmpty,
  webOrigin,
  whole,
} from '#infra/config/parsers.ts'
import {
  contradictionsOfPayments,
  type PaymentSettings,
  paymentEnvironment,
  paymentsOf,
} from '#infra/config/payment-settings.ts'
import { type PolicySettings, policiesOf, policyEnvironment } from '#infra/config/policy-settings.ts'
import { withSecretFiles } from '#infra/config/secret-files.ts'
import {
  contradictionsOfSeller,
  type SellerSettings,
  sellerEnvironment,
  sellerOf,
} from '#infra/config/seller-settings.ts'
import {
  contradictionsOfSignIn,
  type SignInSettings,
  signInEnvironment,
  signInOf,
} from '#infra/config/sign-in-settings.ts'
import type { S3Settings } from '#infra/files/file-store.ts'
import type { ClamdAddress } from '#infra/files/virus-scanner.ts'
import type { KeyRing } from '#infra/keys/key-ring.ts'

const postgresUrl = unlessEmpty(
  z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
)

/** Where the shop's data is stored. */
const databaseEnvironment = {
  DATA_DIR: textOr('.data'),
  DATABASE_URL: postgresUrl,
  DATABASE_SESSION_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  DATABASE_POOL_SIZE: whole(10, 2, 200),
  DATABASE_PATIENCE_MS: whole(10_000, 500, 600_000),
  SLOW_QUERY_MS: whole(500, 1, Number.MAX_SAFE_INTEGER),
}

/** The bucket for uploaded files. */
const fileEnvironment = {
  FILES_S3_BUCKET: text,
  FILES_S3_REGION: text,
  FILES_S3_ENDPOINT: unlessEmpty(webOrigin.optional()),
  FILES_S3_ACCESS_KEY_ID: text,
  FILES_S3_SECRET_ACCESS_KEY: text,
  PICTURE_HOSTS: hostList,
  CLAMD_ADDRESS: unlessEmpty(
    z
      .string()
      .trim()
      .regex(/^(\/.+|[\w.-]+:\d{1,5})$/, 'must be a socket such as /run/clamav/clamd.ctl, or host:port')
      .optional(),
  ),
}

/** A bucket needs both of these; another setting of it without them is a mistake too. */
const NEEDED_FOR_BUCKET = ['FILES_S3_BUCKET', 'FILES_S3_REGION'] as const
const BUCKET_KEYS = ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const

/** The listener, trusted proxies, logging and metrics. */
const serverEnvironment = {
  HOST: textOr('127.0.0.1'),
  PORT: whole(3000, 0, 65_535),
  ORIGIN: unlessEmpty(webOrigin.optional()),
  TRUST_PROXY: unlessEmpty(
    z
      .string()
      .regex(/^(off|on|[1-9])$/, 'must be off, on or the number of proxies')
      .default('off'),
  ),
  HSTS_SUBDOMAINS: onOff('on'),
  RATE_LIMITS: onOff('on'),
  WARM_PAGES: onOff('on'),
  LOG_LEVEL: unlessEmpty(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info')),
  METRICS_TOKEN: text,
  METRICS_PORT: unlessEmpty(z.coerce.number().int().min(1).max(65_535).optional()),
  METRICS_HOST: textOr('127.0.0.1'),
  AUDIT_LINES_FILE: text,
  AUDIT_LINES_STDOUT: onOff('off'),
}

/** The admin, and how people sign in. */
const accountEnvironment = {
  AUTH_SECRET: secretList,
  LEAKED_PASSWORDS_FILE: text,
  ADMIN_EMAIL: email,
  ...signInEnvironment,
}

/** Outgoing email, and the address for customers' questions. */
const mailEnvironment = {
  SMTP_URL: unlessEmpty(
    z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  ),
  MAIL_FROM: text,
  SUPPORT_EMAIL: email,
}

const environment = z.object({
  ...connectionEnvironment,
  ...serverEnvironment,
  ...databaseEnvironment,
  ...fileEnvironment,
  ...accountEnvironment,
  ...mailEnvironment,
  ...policyEnvironment,
  ...paymentEnvironment,
  ...sellerEnvironment,
})

type Environment = z.infer<typeof environment>

export type Settings = ServerSettings &
  ConnectionSettings &
  DatabaseSettings &
  FileSettings &
  AccountSettings &
  MailSettings &
  PolicySettings &
  PaymentSettings &
  SellerSettings

export type SettingsResult = { ok: true; settings: Settings } | { ok: false; problems: string[] }

/**
 * Required in a real shop, for addresses, sign-in and email. The Consumer Protection (E-Commerce) Rules, 2020 ask for the
 * seller's name, address and grievance officer; an invoice (CGST Rule 46) for the GSTIN and state.
 */
const NEEDED_FOR_REAL = [
  'ORIGIN',
  'AUTH_SECRET',
  'ADMIN_EMAIL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'SELLER_NAME',
  'SELLER_ADDRESS',
  'SELLER_GSTIN',
  'SELLER_STATE',
  'GRIEVANCE_OFFICER',
] as const

/** Legal Metrology (Packaged Commodities) Rules 2011, rule 2(m); Consumer Protection Act 2019 s. 2(47). */
const PRICES_MISSING =
  'PRICES: must be set when DATABASE_URL is set: inclusive, since packed goods must be sold to consumers at prices that contain all taxes, or exclusive'

/**
 * Reads the settings from the environment. Each problem is one line that starts with the setting's name, without its
 * value, which may be a secret.
 */
export function readSettings(given: Record<string, string | undefined>): SettingsResult {
  const { env, problems: unread } = withSecretFiles(given)
  if (unread.length > 0) return { ok: false, problems: unread }
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

function contradictions(env: Environment): string[] {
  return [
    ...contradictionsOfFiles(env),
    ...contradictionsOfPayments(env),
    ...contradictionsOfSignIn(env),
    ...contradictionsOfSeller(env),
    ...contradictionsOfReal(env),
    ...contradictionsOfDatabase(env),
    ...contradictionsOfConnections(env),
  ]
}

function contradictionsOfReal(env: Environment): string[] {
  const demo = env.DATABASE_URL === undefined
  if (demo) return []
  const missing = NEEDED_FOR_REAL.filter((name) => env[name] === undefined)
  const problems = missing.map((name) => `${name}: must be set when DATABASE_URL is set`)
  if (env.PRICES === undefined) problems.push(PRICES_MISSING)
  if (env.RATE_LIMITS === 'off')
    problems.push('RATE_LIMITS: can be off only in demo mode (without DATABASE_URL)')
  return problems
}

function toSettings(env: Environment): Settings {
  const { mail } = mailOf(env)
  return {
    ...serverOf(env),
    ...connectionsOf(env),
    ...databaseOf(env),
    ...filesOf(env),
    ...accountsOf(env),
    mail,
    ...policiesOf(env),
    ...paymentsOf(env),
    ...sellerOf(env, mail.support),
  }
}

type AccountSettings = {
  /** Newest first. Null only in demo mode, where one is made at the first start and kept in `dataDir`. */
  authSecrets: KeyRing | null
  /** A sorted list of SHA-1 hashes of passwords that must not be chosen; null for none. */
  leakedPasswordsFile: string | null
  /** Gets the emails about workers' questions and photos; it gives no rights. */
  adminEmail: string
  signIn: SignInSettings
}

function accountsOf(env: z.infer<z.ZodObject<typeof accountEnvironment>>): AccountSettings {
  return {
    authSecrets: env.AUTH_SECRET ?? null,
    leakedPasswordsFile: env.LEAKED_PASSWORDS_FILE ?? null,
    adminEmail: (env.ADMIN_EMAIL ?? 'admin@demo.test').toLowerCase(),
    signIn: signInOf(env),
  }
}

type MailEnv = z.infer<z.ZodObject<typeof mailEnvironment>>

type MailSettings = {
  mail: {
    smtpUrl: string | null
    /** Nothing is sent to a mail server that offers no TLS. */
    mustEncrypt: boolean
    from: string
    support: string
  }
}

/** A demonstration has made-up addresses. The support address is public, so it never defaults to the admin's. */
function mailOf(
  env: Pick<Environment, keyof MailEnv | 'BRAND_NAME' | 'PLAIN_HOSTS' | 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
): MailSettings {
  return {
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      mustEncrypt: mustEncrypt(env, env.SMTP_URL),
      from: env.MAIL_FROM ?? `${env.BRAND_NAME} <orders@demo.test>`,
      support: env.SUPPORT_EMAIL ?? 'support@demo.test',
    },
  }
}

type ServerSettings = {
  host: string
  port: number
  /** The public address, without a trailing slash. */
  origin: string
  /** The number of proxies in front that add to X-Forwarded-For. */
  trustedProxies: number
  /** With https, browsers use https for subdomains of the host, too. */
  hstsSubdomains: boolean
  rateLimits: boolean
  /** Public pages are rendered ahead of their first request. */
  warmsPages: boolean
  logLevel: string
  /** The token that /metrics requires. Null: open in a demonstration, absent in a real shop. */
  metricsToken: string | null
  /** A port for /metrics alone, on `metricsHost`. */
  metricsPort: number | null
  metricsHost: string
  /** Where entries of the audit log are written as JSON lines: a file, standard output, both or neither. */
  auditLines: { file: string | null; stdout: boolean }
}

function serverOf(env: z.infer<z.ZodObject<typeof serverEnvironment>>): ServerSettings {
  return {
    host: env.HOST,
    port: env.PORT,
    origin: (env.ORIGIN ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    trustedProxies: Number({ off: 0, on: 1 }[env.TRUST_PROXY] ?? env.TRUST_PROXY),
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    warmsPages: env.WARM_PAGES === 'on',
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    auditLines: { file: env.AUDIT_LINES_FILE ?? null, stdout: env.AUDIT_LINES_STDOUT === 'on' },
  }
}

type FileEnv = z.infer<z.ZodObject<typeof fileEnvironment>>

type FileSettings = {
  /** Null: uploaded files are kept in a folder below `dataDir`. */
  filesS3: S3Settings | null
  /** The virus scanner that every picture passes before it is kept; null: none. */
  clamd: ClamdAddress | null
  /** The sites from which pictures are fetched by address: none when empty, any public one when null. */
  pictureHosts: string[] | null
}

function contradictionsOfFiles(env: FileEnv): string[] {
  const isSet = (name: keyof FileEnv) => env[name] !== undefined
  const isWanted = [...NEEDED_FOR_BUCKET, ...BUCKET_KEYS, 'FILES_S3_ENDPOINT' as const].some(isSet)
  const missing = NEEDED_FOR_BUCKET.filter((name) => isWanted && !isSet(name))
  const half = BUCKET_KEYS.some(isSet) ? BUCKET_KEYS.filter((name) => !isSet(name)) : []
  return [
    ...missing.map((name) => `${name}: must be set when files are kept in a bucket`),
    ...half.map((name) => `${name}: must be set when the other half of the key is`),
  ]
}

function filesOf(env: FileEnv): FileSettings {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = env
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const clamd = clamdOf(env.CLAMD_ADDRESS)
  const pictureHosts = env.PICTURE_HOSTS ?? null
  if (!bucket || !region) return { filesS3: null, clamd, pictureHosts }
  const endpoint = env.FILES_S3_ENDPOINT ?? null
  const key = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  return { filesS3: { bucket, region, endpoint, key }, clamd, pictureHosts }
}

function clamdOf(address: string | undefined): ClamdAddress | null {
  if (address === undefined) return null
  if (address.startsWith('/')) return { path: address }
  const [host = '', port] = address.split(':')
  return { host, port: Number(port) }
}

type DatabaseEnv = z.infer<z.ZodObject<typeof databaseEnvironment>>

type DatabaseSettings = {
  dataDir: string
  /** Null: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null
  /**
   * The same database without a pooler in between, since LISTEN needs a session. Null: `databaseUrl` is
   * direct.
   */
  databaseSessionUrl: string | null
  /** A streaming replica for reads of the catalogue and of figures. */
  databaseReplicaUrl: string | null
  databasePoolSize: number
  /** How long a query of a request may take, in milliseconds, before it is given up with a 503. */
  databasePatienceMs: number
  /** Queries that take longer are logged. */
  slowQueryMs: number
  /** Demo mode: no DATABASE_URL. Sample data, demo accounts and a mailbox page. */
  demo: boolean
}

function contradictionsOfDatabase(env: DatabaseEnv): string[] {
  return env.DATABASE_REPLICA_URL && !env.DATABASE_URL
    ? ['DATABASE_REPLICA_URL: the embedded database has no replica, set DATABASE_URL too']
    : []
}

function databaseOf(env: DatabaseEnv): DatabaseSettings {
  return {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseSessionUrl: env.DATABASE_SESSION_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    databasePatienceMs: env.DATABASE_PATIENCE_MS,
    slowQueryMs: env.SLOW_QUERY_MS,
    demo: env.DATABASE_URL === undefined,
  }
}
