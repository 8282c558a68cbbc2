/** The hosts to which this program may open connections: one list, made from the settings, that every socket is held to. */
import { isIP, Socket } from 'node:net'
import type { Settings } from '#infra/config/settings.ts'

/**
 * The push services of browsers: Chrome and all that are built on it, Firefox, Safari, Edge. The server sends to nothing
 * else, whatever address a browser claims to have.
 */
export const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/** Marks a connection whose address infra/files/fetch-picture.ts has checked by rules of its own. */
export const CHECKED = Symbol('checked address')

type Named = Pick<Settings, 'mail' | 'clamd' | 'cards' | 'signIn' | 'filesS3'>

/** Where the identity providers' documents lead, beside their own host. */
const BESIDE: Record<string, string[] | undefined> = {
  'accounts.google.com': ['oauth2.googleapis.com', 'openidconnect.googleapis.com', 'www.googleapis.com'],
  'login.microsoftonline.com': ['graph.microsoft.com'],
}

/** Where Amazon's client asks for the keys of a machine's or container's role. */
const ROLES = ['169.254.169.254', '169.254.170.2', '169.254.170.23']

/**
 * The hosts of these settings, as in docs/operations.md; `*.` stands for one name more. `databases`: addresses of
 * PostgreSQL. Pictures are not among them: see `CHECKED`.
 */
export function outgoingHosts({ mail, clamd, cards, signIn, filesS3 }: Named, databases: string[]): string[] {
  const addresses = [
    mail.smtpUrl,
    cards.razorpay?.url,
    signIn.google?.discoveryUrl,
    signIn.microsoft?.discoveryUrl,
    filesS3?.endpoint,
  ]
  const named = [...databases.map(databaseHost), ...addresses.map(hostOf)]
  if (clamd && 'host' in clamd) named.push(clamd.host)
  if (filesS3 && !filesS3.endpoint) {
    const s3 = `s3.${filesS3.region}.amazonaws.com`
    named.push(s3, `${filesS3.bucket}.${s3}`, `sts.${filesS3.region}.amazonaws.com`)
  }
  if (filesS3 && !filesS3.key) named.push(...ROLES)
  const hosts = [...named, ...named.flatMap((host) => BESIDE[host] ?? []), ...PUSH_HOSTS]
  return [...new Set(hosts.filter((host) => host !== '').map((host) => host.toLowerCase()))]
}

function hostOf(address: string | null | undefined): string {
  return address ? new URL(address).hostname.replace(/^\[|\]$/g, '') : ''
}

/** A `host` parameter counts before the host; a folder is a socket of this machine. */
function databaseHost(address: string): string {
  const host = new URL(address).searchParams.get('host') ?? hostOf(address)
  return host.startsWith('/') ? '' : host
}

/** True when the list has this host, or a `*.` for it. */
export function isListed(hosts: readonly string[], host: string): boolean {
  const name = host.toLowerCase()
  return hosts.includes(name) || hosts.includes(name.replace(/^[\w-]+\./, '*.'))
}

type Target = { host?: string; port?: number | string; path?: string; servername?: string; [CHECKED]?: true }

/**
 * From now on a socket of this process connects to nothing but these hosts, sockets of this machine and checked pictures; any
 * other fails as if the network refused it, and `onRefused` hears its host. Returns what ends that.
 */
export function allowOnly(hosts: readonly string[], onRefused: (host: string) => void): () => void {
  const connect = Socket.prototype.connect
  const guarded = function (this: Socket, ...given: unknown[]) {
    const host = refusedHost(hosts, targetOf(given))
    if (host === null) return Reflect.apply(connect, this, given)
    onRefused(host)
    // Whoever connects listens for errors only after this.
    process.nextTick(() =>
      this.destroy(new Error(`${host} is not among the hosts that the shop may connect to`)),
    )
    return this
  }
  Socket.prototype.connect = guarded as typeof connect
  return () => {
    if (Socket.prototype.connect === (guarded as typeof connect)) Socket.prototype.connect = connect
  }
}

/** What `connect` was given: options, the list that node:net makes of them, or port and host. */
function targetOf(given: readonly unknown[]): Target {
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given
  if (typeof first === 'object' && first !== null) return first as Target
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { path: first }
  return typeof second === 'string' ? { host: second } : {}
}

function refusedHost(hosts: readonly string[], target: Target): string | null {
  if (target.path !== undefined && target.port === undefined) return null
  if (target[CHECKED]) return null
  const { host = 'localhost', servername = '' } = target
  // The mailer looks its server up itself.
  const name = isIP(host) && servername !== '' && !isListed(hosts, host) ? servername : host
  return isListed(hosts, name) ? null : name
}
