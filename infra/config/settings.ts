/** All settings. Larger topics have a file each. */

import { existsSync } from 'node:fs'
import { z } from 'zod'
import {
  email,
  hostList,
  integer,
  onOff,
  secretList,
  text,
  textOr,
  unlessEmpty,
  webOrigin,
  withSecretFiles,
} from '#infra/config/parsers.ts'
import {
  contradictionsOfPayments,
  contradictionsOfSeller,
  firstSettingsOf,
  paymentEnvironment,
  paymentsOf,
  policiesOf,
  policyEnvironment,
} from '#infra/config/policy-settings.ts'
import { contradictionsOfSignIn, signInEnvironment, signInOf } from '#infra/config/sign-in-settings.ts'
import type { S3Settings } from '#infra/files/file-store.ts'
import type { ClamdAddress } from '#infra/files/virus-scanner.ts'
import { envName, REQUIRED_OF_SELLER, settingEnvironment } from '#shop/setting-fields.ts'

const postgresUrl = unlessEmpty(
  z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }).optional(),
)

const databaseEnvironment = {
  DATA_DIR: textOr('.data'),
  DATABASE_URL: postgresUrl,
  DATABASE_SESSION_URL: postgresUrl,
  DATABASE_REPLICA_URL: postgresUrl,
  DATABASE_POOL_SIZE: integer(5, 2, 200),
  DATABASE_PATIENCE_MS: integer(10_000, 500, 600_000),
  SLOW_QUERY_MS: integer(500, 1, Number.MAX_SAFE_INTEGER),
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

const REQUIRED_FOR_BUCKET = ['FILES_S3_BUCKET', 'FILES_S3_REGION'] as const
const BUCKET_KEYS = ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const

const serverEnvironment = {
  PLAIN_HOSTS: text,
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
  HOST: textOr('127.0.0.1'),
  PORT: integer(3000, 0, 65_535),
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
  ...serverEnvironment,
  ...databaseEnvironment,
  ...fileEnvironment,
  ...accountEnvironment,
  ...mailEnvironment,
  ...policyEnvironment,
  ...paymentEnvironment,
  ...settingEnvironment(),
})

type Environment = z.infer<typeof environment>

export type Settings = ReturnType<typeof toSettings>

const REQUIRED_IN_REAL_SHOP = [
  'ORIGIN',
  'AUTH_SECRET',
  'ADMIN_EMAIL',
  'SMTP_URL',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
] as const

/** Legal Metrology (Packaged Commodities) Rules 2011, rule 2(m); Consumer Protection Act 2019 s. 2(47). */
const PRICES_NEEDED =
  'PRICES: must be inclusive or exclusive when DATABASE_URL is set: packed goods must be sold to consumers at prices that contain all taxes, and one rate for all goods is for demonstrations'

/** Returns the settings, or one line per problem that starts with the setting's name and never holds its value. */
export function readSettings(
  variables: Record<string, string | undefined>,
): { ok: true; settings: Settings } | { ok: false; problems: string[] } {
  const { env, problems: fileProblems } = withSecretFiles(variables)
  if (fileProblems.length > 0) return { ok: false, problems: fileProblems }
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    }
  }
  const { data } = parsed
  const problems = [
    ...contradictionsOfFiles(data),
    ...contradictionsOfPayments(data),
    ...contradictionsOfSignIn(data),
    ...contradictionsOfSeller(data),
    ...contradictionsOfRealShop(data),
    ...contradictionsOfConnections(data),
  ]
  return problems.length > 0 ? { ok: false, problems } : { ok: true, settings: toSettings(data) }
}

function contradictionsOfRealShop(env: Environment): string[] {
  if (env.DATABASE_URL === undefined) return []
  const required = [...REQUIRED_IN_REAL_SHOP, ...REQUIRED_OF_SELLER.map(envName)] as const
  const missing = required.filter((name) => (env[name] ?? null) === null)
  const problems = missing.map((name) => `${name}: must be set when DATABASE_URL is set`)
  if ((env.PRICES ?? 'flat') === 'flat') problems.push(PRICES_NEEDED)
  if (env.RATE_LIMITS === 'off')
    problems.push('RATE_LIMITS: can be off only in demo mode (without DATABASE_URL)')
  return problems
}

function toSettings(env: Environment) {
  /** Public, so it never defaults to the admin's address. */
  const support = env.SUPPORT_EMAIL ?? 'support@demo.test'
  return {
    ...serverOf(env),
    ...databaseOf(env),
    filesS3: bucketOf(env),
    clamd: clamdOf(env.CLAMD_ADDRESS),
    /** Sites from which pictures may be fetched: none if empty, any public site if null. */
    pictureHosts: env.PICTURE_HOSTS ?? null,
    /** Newest first. Null only in demo mode, which stores a secret in `dataDir`. */
    authSecrets: env.AUTH_SECRET ?? null,
    leakedPasswordsFile: env.LEAKED_PASSWORDS_FILE ?? null,
    /** Gets emails about workers' questions and photos. Grants no rights. */
    adminEmail: (env.ADMIN_EMAIL ?? 'admin@demo.test').toLowerCase(),
    signIn: signInOf(env),
    mail: {
      smtpUrl: env.SMTP_URL ?? null,
      /** Refuse mail servers without TLS. */
      mustEncrypt: isRemoteHost(env.SMTP_URL, hostsOf(env.PLAIN_HOSTS)),
      from: env.MAIL_FROM ?? `${env.BRAND_NAME} <orders@demo.test>`,
      support,
    },
    ...policiesOf(env),
    ...paymentsOf(env),
    firstSettings: firstSettingsOf(env),
  }
}

function serverOf(env: Environment) {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env
  return {
    host: env.HOST,
    port: env.PORT,
    origin: (env.ORIGIN ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    /** Null: plain http, for a proxy on the same machine. */
    tls: certFile && keyFile ? { certFile, keyFile } : null,
    /** The number of proxies that add to X-Forwarded-For. */
    trustedProxies: Number({ off: 0, on: 1 }[env.TRUST_PROXY] ?? env.TRUST_PROXY),
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    warmsPages: env.WARM_PAGES === 'on',
    logLevel: env.LOG_LEVEL,
    /** Null: open in a demonstration, absent in a real shop. */
    metricsToken: env.METRICS_TOKEN ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    /** Where audit entries are written as JSON lines. */
    auditLines: { file: env.AUDIT_LINES_FILE ?? null, stdout: env.AUDIT_LINES_STDOUT === 'on' },
  }
}

function contradictionsOfFiles(env: Environment): string[] {
  const isSet = (name: keyof Environment) => env[name] !== undefined
  const usesBucket = [...REQUIRED_FOR_BUCKET, ...BUCKET_KEYS, 'FILES_S3_ENDPOINT' as const].some(isSet)
  const missing = REQUIRED_FOR_BUCKET.filter((name) => usesBucket && !isSet(name))
  const missingKeys = BUCKET_KEYS.some(isSet) ? BUCKET_KEYS.filter((name) => !isSet(name)) : []
  return [
    ...missing.map((name) => `${name}: must be set when files are stored in a bucket`),
    ...missingKeys.map((name) => `${name}: must be set when the other part of the access key is set`),
  ]
}

function bucketOf(env: Environment): S3Settings | null {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = env
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket || !region) return null
  const key = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null
  return { bucket, region, endpoint: env.FILES_S3_ENDPOINT ?? null, key }
}

function clamdOf(address: string | undefined): ClamdAddress | null {
  if (address === undefined) return null
  if (address.startsWith('/')) return { path: address }
  const [host = '', port] = address.split(':')
  return { host, port: Number(port) }
}

function databaseOf(env: Environment) {
  return {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    /** The database without a pooler, since LISTEN needs a session. Null: `databaseUrl` is direct. */
    databaseSessionUrl: env.DATABASE_SESSION_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    /** A request's query that takes longer ends with a 503. */
    databasePatienceMs: env.DATABASE_PATIENCE_MS,
    slowQueryMs: env.SLOW_QUERY_MS,
    demo: env.DATABASE_URL === undefined,
  }
}

const DATABASES = ['DATABASE_URL', 'DATABASE_SESSION_URL', 'DATABASE_REPLICA_URL'] as const
const URLS = ['FILES_S3_ENDPOINT', 'RAZORPAY_URL', 'GOOGLE_DISCOVERY_URL', 'MICROSOFT_DISCOVERY_URL'] as const
type Address = (typeof DATABASES)[number] | (typeof URLS)[number] | 'SMTP_URL' | 'CLAMD_ADDRESS'

/** Lists connections to other machines without TLS or certificate check, except hosts in PLAIN_HOSTS. */
function contradictionsOfConnections(env: Environment): string[] {
  const problems: string[] = []
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    problems.push('DATABASE_REPLICA_URL: the embedded database has no replica, set DATABASE_URL too')
  if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined))
    problems.push('TLS_CERT_FILE: must be set together with TLS_KEY_FILE')
  if (env.DATABASE_URL === undefined) return problems
  const plainHosts = hostsOf(env.PLAIN_HOSTS)
  const isRemote = (name: Address) => isRemoteHost(env[name], plainHosts)
  for (const name of DATABASES)
    if (isRemote(name) && !isVerified(env[name]))
      problems.push(
        `${name}: must end in ?sslmode=verify-full, since it leads to another machine, or PLAIN_HOSTS must name that machine`,
      )
  for (const name of URLS)
    if (isRemote(name) && !env[name]?.startsWith('https:'))
      problems.push(`${name}: must begin with https://, or PLAIN_HOSTS must name its machine`)
  const { CLAMD_ADDRESS: clamd } = env
  if (clamd && !clamd.startsWith('/') && isRemoteHost(`tcp://${clamd}`, plainHosts))
    problems.push('CLAMD_ADDRESS: is not encrypted, so PLAIN_HOSTS must name its machine')
  if (
    isRemote('SMTP_URL') &&
    /ignoretls|requiretls|rejectunauthorized/i.test(new URL(env.SMTP_URL ?? '').search)
  )
    problems.push('SMTP_URL: must not switch off TLS or its check unless PLAIN_HOSTS names its machine')
  return problems
}

function hostsOf(hosts: string | undefined): string[] {
  return (hosts ?? '').split(',').map((host) => host.trim().toLowerCase())
}

const LOCAL = /^$|^localhost$|^127(\.\d+){3}$|^\[?::1\]?$|^\/|^%2f/i

/** The PostgreSQL driver prefers a `host` parameter to the URL's host. */
function isRemoteHost(address: string | undefined, plainHosts: readonly string[]): boolean {
  if (address === undefined) return false
  const url = new URL(address)
  const host = url.searchParams.get('host') ?? url.hostname
  return !LOCAL.test(host) && !plainHosts.includes(host.toLowerCase())
}

/** True if the driver checks certificate and host name, which only sslmode=verify-full requires. */
function isVerified(address = ''): boolean {
  const { searchParams } = new URL(address)
  return searchParams.getAll('sslmode').join() === 'verify-full' && !searchParams.has('uselibpqcompat')
}

export function readSettingsOrExit(): Settings {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const read = readSettings(process.env)
  return read.ok ? read.settings : fail(...read.problems.map((problem) => `Wrong setting ${problem}`))
}

export function fail(...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
}
