/** All settings. Larger topics have a file each. */

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

const databaseEnvironment = {
  DATA_DIR: textOr('.data'),
  DATABASE_URL: postgresUrl,
  DATABASE_SESSION_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  DATABASE_POOL_SIZE: whole(10, 2, 200),
  DATABASE_PATIENCE_MS: whole(10_000, 500, 600_000),
  SLOW_QUERY_MS: whole(500, 1, Number.MAX_SAFE_INTEGER),
}

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

/** A bucket needs both of these. */
const NEEDED_FOR_BUCKET = ['FILES_S3_BUCKET', 'FILES_S3_REGION'] as const
const BUCKET_KEYS = ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const

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

const accountEnvironment = {
  AUTH_SECRET: secretList,
  LEAKED_PASSWORDS_FILE: text,
  ADMIN_EMAIL: email,
  ...signInEnvironment,
}

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

/** Consumer Protection (E-Commerce) Rules, 2020: seller and grievance officer. CGST Rule 46: GSTIN and state. */
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

/** Returns the settings, or one line per problem that starts with the setting's name and never holds its value. */
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
  /** Newest first. Null only in demo mode, which stores a secret in `dataDir`. */
  authSecrets: KeyRing | null
  /** A sorted list of SHA-1 hashes of leaked passwords. */
  leakedPasswordsFile: string | null
  /** Gets emails about workers' questions and photos. Grants no rights. */
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
    /** Refuse mail servers without TLS. */
    mustEncrypt: boolean
    from: string
    support: string
  }
}

/** The support address is public, so it never defaults to the admin's. */
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
  origin: string
  /** The number of proxies that add to X-Forwarded-For. */
  trustedProxies: number
  /** HSTS for subdomains too. */
  hstsSubdomains: boolean
  rateLimits: boolean
  warmsPages: boolean
  logLevel: string
  /** Null: open in a demonstration, absent in a real shop. */
  metricsToken: string | null
  metricsPort: number | null
  metricsHost: string
  /** Where audit entries are written as JSON lines. */
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
  clamd: ClamdAddress | null
  /** Sites from which pictures may be fetched: none when empty, any public one when null. */
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
  /** The database without a pooler, since LISTEN needs a session. Null: `databaseUrl` is direct. */
  databaseSessionUrl: string | null
  /** A streaming replica for reads of the catalogue and of figures. */
  databaseReplicaUrl: string | null
  databasePoolSize: number
  /** In milliseconds. A request's query that takes longer ends with a 503. */
  databasePatienceMs: number
  /** Queries that take longer are logged. */
  slowQueryMs: number
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
