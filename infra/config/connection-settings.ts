import type { z } from 'zod'
import { text } from '#infra/config/parsers.ts'

export const connectionEnvironment = {
  PLAIN_HOSTS: text,
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
}

type ConnectionEnv = z.infer<z.ZodObject<typeof connectionEnvironment>>

export type ConnectionSettings = {
  /** Null: plain http, for a proxy on the same machine. */
  tls: { certFile: string; keyFile: string } | null
}

const DATABASES = ['DATABASE_URL', 'DATABASE_SESSION_URL', 'DATABASE_REPLICA_URL'] as const
const WEB = ['FILES_S3_ENDPOINT', 'RAZORPAY_URL', 'GOOGLE_DISCOVERY_URL', 'MICROSOFT_DISCOVERY_URL'] as const
type Address = (typeof DATABASES)[number] | (typeof WEB)[number] | 'SMTP_URL' | 'CLAMD_ADDRESS'

type Env = ConnectionEnv & { [name in Address]?: string | undefined }

/** Lists connections to other machines without TLS or certificate check, except hosts in PLAIN_HOSTS. */
export function contradictionsOfConnections(env: Env): string[] {
  const problems =
    (env.TLS_CERT_FILE === undefined) === (env.TLS_KEY_FILE === undefined)
      ? []
      : ['TLS_CERT_FILE: must be set together with TLS_KEY_FILE']
  if (env.DATABASE_URL === undefined) return problems
  const except = hostsOf(env.PLAIN_HOSTS)
  const leadsAway = (name: Address) => isElsewhere(env[name], except)
  for (const name of DATABASES)
    if (leadsAway(name) && !isVerified(env[name]))
      problems.push(
        `${name}: must end in ?sslmode=verify-full, since it leads to another machine, or PLAIN_HOSTS must name that machine`,
      )
  for (const name of WEB)
    if (leadsAway(name) && !env[name]?.startsWith('https:'))
      problems.push(`${name}: must begin with https://, or PLAIN_HOSTS must name its machine`)
  const { CLAMD_ADDRESS: clamd } = env
  if (clamd && !clamd.startsWith('/') && isElsewhere(`tcp://${clamd}`, except))
    problems.push('CLAMD_ADDRESS: is not encrypted, so PLAIN_HOSTS must name its machine')
  if (
    leadsAway('SMTP_URL') &&
    /ignoretls|requiretls|rejectunauthorized/i.test(new URL(env.SMTP_URL ?? '').search)
  )
    problems.push('SMTP_URL: may not switch TLS or its check off unless PLAIN_HOSTS names its machine')
  return problems
}

export function connectionsOf(env: ConnectionEnv): ConnectionSettings {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env
  return { tls: certFile && keyFile ? { certFile, keyFile } : null }
}

/** True for mail servers on other machines, except hosts in PLAIN_HOSTS. */
export function mustEncrypt(env: ConnectionEnv, url: string | undefined): boolean {
  return isElsewhere(url, hostsOf(env.PLAIN_HOSTS))
}

function hostsOf(written: string | undefined): string[] {
  return (written ?? '').split(',').map((host) => host.trim().toLowerCase())
}

const LOCAL = /^$|^localhost$|^127(\.\d+){3}$|^\[?::1\]?$|^\/|^%2f/i

/** PostgreSQL's driver prefers a `host` parameter to the host. */
function isElsewhere(address: string | undefined, except: readonly string[]): boolean {
  if (address === undefined) return false
  const url = new URL(address)
  const host = url.searchParams.get('host') ?? url.hostname
  return !LOCAL.test(host) && !except.includes(host.toLowerCase())
}

/** The driver checks certificate and name for sslmode=verify-full. */
function isVerified(address = ''): boolean {
  const { searchParams } = new URL(address)
  return searchParams.getAll('sslmode').join() === 'verify-full' && !searchParams.has('uselibpqcompat')
}
