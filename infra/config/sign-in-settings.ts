import { z } from 'zod'
import { text, unlessEmpty } from '#infra/config/parsers.ts'

export const PROVIDERS = ['google', 'microsoft'] as const
export type ProviderId = (typeof PROVIDERS)[number]

/** `issuer`: the discovery document must name this issuer. */
export type ProviderSettings = {
  clientId: string
  clientSecret: string
  discoveryUrl: string
  issuer: string
}

/** Null: not configured, so that signing in with this provider fails. */
export type SignInSettings = Record<ProviderId, ProviderSettings | null>

const url = unlessEmpty(z.url({ protocol: /^https?$/, error: 'must be a URL' }).optional())

/** The tenant of personal Microsoft accounts, whose addresses Microsoft itself has verified. */
export const PERSONAL_ACCOUNTS = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** The placeholder for the tenant in the issuer of a multi-tenant discovery document. */
export const OPEN_TENANT = '{tenantid}'

/** Personal accounts only; `common` adds those of companies and schools. */
const PERSONAL = 'consumers'
const tenant = z
  .string()
  .regex(
    /^(consumers|common|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    'must be "consumers", "common" or the id of one tenant',
  )
  .default(PERSONAL)

export const signInEnvironment = {
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_DISCOVERY_URL: url,
  MICROSOFT_CLIENT_ID: text,
  MICROSOFT_CLIENT_SECRET: text,
  MICROSOFT_TENANT: unlessEmpty(tenant),
  MICROSOFT_DISCOVERY_URL: url,
}

type SignInEnv = z.infer<z.ZodObject<typeof signInEnvironment>>

const PROVIDER_KEYS = {
  google: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  microsoft: ['MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'],
} as const satisfies Record<ProviderId, readonly (keyof SignInEnv)[]>

/** Refuses a client id without a secret, and a secret without a client id. */
export function contradictionsOfSignIn(env: SignInEnv): string[] {
  return PROVIDERS.flatMap((id) => {
    const missing = PROVIDER_KEYS[id].filter((name) => env[name] === undefined)
    if (missing.length !== 1) return []
    const present = PROVIDER_KEYS[id].find((name) => !missing.includes(name))
    return missing.map((name) => `${name}: must be set when ${present} is set`)
  })
}

/** Returns log lines about providers without credentials. */
export function describeMissingKeys(signIn: SignInSettings): string[] {
  return PROVIDERS.filter((id) => !signIn[id]).map(
    (id) => `${PROVIDER_KEYS[id].join(' and ')} are not set: nobody can sign in with ${id}`,
  )
}

export function signInOf(env: SignInEnv): SignInSettings {
  const microsoft = `https://login.microsoftonline.com/${env.MICROSOFT_TENANT}/v2.0/.well-known/openid-configuration`
  return {
    google: providerOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, env.GOOGLE_DISCOVERY_URL ?? GOOGLE),
    microsoft: providerOf(
      env.MICROSOFT_CLIENT_ID,
      env.MICROSOFT_CLIENT_SECRET,
      env.MICROSOFT_DISCOVERY_URL ?? microsoft,
    ),
  }
}

const GOOGLE = 'https://accounts.google.com/.well-known/openid-configuration'

function providerOf(clientId: string | undefined, clientSecret: string | undefined, discoveryUrl: string) {
  if (!clientId || !clientSecret) return null
  return { clientId, clientSecret, discoveryUrl, issuer: issuerOf(discoveryUrl) }
}

/** Derives the issuer (OpenID Connect Discovery, 4.1). Microsoft's multi-tenant documents leave the tenant open. */
function issuerOf(discoveryUrl: string): string {
  const [issuer = ''] = discoveryUrl.split('/.well-known/openid-configuration')
  return issuer
    .replace(/\/consumers\/v2\.0$/, `/${PERSONAL_ACCOUNTS}/v2.0`)
    .replace(/\/common\/v2\.0$/, `/${OPEN_TENANT}/v2.0`)
}

/** Microsoft redirects personal accounts to this site. */
const LIVE = { from: 'https://login.microsoftonline.com', to: 'https://login.live.com' }

export function providerOrigins(signIn: SignInSettings): string[] {
  const origins = PROVIDERS.flatMap((id) => signIn[id] ?? []).map(
    ({ discoveryUrl }) => new URL(discoveryUrl).origin,
  )
  return [...new Set(origins.flatMap((origin) => (origin === LIVE.from ? [origin, LIVE.to] : [origin])))]
}
