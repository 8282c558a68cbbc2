import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { APIError, getOAuthState } from 'better-auth/api'
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth'
import { createRemoteJWKSet, decodeJwt } from 'jose'
import { z } from 'zod'
import { callOf, hook, hooksPlugin } from '#infra/accounts/hooks.ts'
import { languageInUrl } from '#infra/accounts/requested-links.ts'
import {
  OPEN_TENANT,
  PERSONAL_ACCOUNTS,
  PROVIDERS,
  type ProviderId,
  type ProviderSettings,
  type SignInSettings,
} from '#infra/config/sign-in-settings.ts'
import { MAX_NAME_LENGTH, newAccountInput } from '#shop/customers/input.ts'
import type { Language } from '#shop/programme/worker.ts'

type Options = {
  keys: SignInSettings
  emailOwner: (user: { email: string; emailVerified: boolean }, language: Language | null) => Promise<void>
  onError: (message: string, error: unknown) => void
}

type Provider = AuthContext['socialProviders'][number]

/** A slower provider counts as unavailable. */
const TIMEOUT_MS = 5_000

/** Reads and checks a provider's discovery document at the first sign-in, or at the next one if reading failed. */
export function signInProviders(options: Options): BetterAuthPlugin {
  const pending = new Map<ProviderId, Promise<void>>()
  return hooksPlugin('sign-in-providers', {
    before: [
      hook(callOf('/sign-in/social', '/callback/:id'), async (c) => {
        // An id token in the body belongs to no sign-in that was started here.
        if (c.body?.idToken) throw new APIError('BAD_REQUEST', { code: 'ID_TOKEN_NOT_SUPPORTED' })
        const id = PROVIDERS.find((candidate) => candidate === (c.params?.id ?? c.body?.provider))
        if (!id) return
        const discovery = pending.get(id) ?? registerProvider(id, c.context, options)
        pending.set(id, discovery)
        await discovery.finally(() => pending.delete(id))
        // Callbacks pass: the library redirects to the page with an error.
        if (c.path === '/sign-in/social' && !isRegistered(id, c.context)) throw unavailable(id)
      }),
    ],
  })
}

const NAMES = { google: 'Google', microsoft: 'Outlook' } as const satisfies Record<ProviderId, string>

function unavailable(id: ProviderId): Error {
  const message = `Failed to sign in with ${NAMES[id]}`
  return new APIError('SERVICE_UNAVAILABLE', { code: 'PROVIDER_UNAVAILABLE', message })
}

function isRegistered(id: ProviderId, { socialProviders }: AuthContext): boolean {
  return socialProviders.some((provider) => provider.id === id)
}

async function registerProvider(id: ProviderId, context: AuthContext, options: Options): Promise<void> {
  if (isRegistered(id, context)) return
  const keys = options.keys[id]
  if (!keys) return
  try {
    const provider = await discover(id, keys, context)
    context.socialProviders.push(withSafeLinking(withTenantCheck(provider), context, options))
  } catch (error) {
    const failure = new Error(`Cannot discover ${id} at ${keys.discoveryUrl}`, { cause: error })
    options.onError('sign-in provider unavailable', failure)
  }
}

const metadataSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url().optional(),
  jwks_uri: z.url(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
})
type Metadata = z.output<typeof metadataSchema>

/** Hosts of the endpoints, beside the host of the discovery document. */
const ENDPOINT_HOSTS: Record<string, string[] | undefined> = {
  'accounts.google.com': ['oauth2.googleapis.com', 'openidconnect.googleapis.com', 'www.googleapis.com'],
  'login.microsoftonline.com': ['graph.microsoft.com'],
}

/** Returns an endpoint that the server would call on a foreign host, or null. */
function findForeignEndpoint(discoveryUrl: string, endpoints: Metadata): string | null {
  const { hostname } = new URL(discoveryUrl)
  const allowed = [hostname, ...(ENDPOINT_HOSTS[hostname] ?? [])]
  const { token_endpoint, userinfo_endpoint = discoveryUrl, jwks_uri } = endpoints
  const called = [token_endpoint, userinfo_endpoint, jwks_uri]
  return called.find((url) => !allowed.includes(new URL(url).hostname)) ?? null
}

/** Throws if the document is unreadable, of another issuer, or names an endpoint on a foreign host. */
async function discover(id: ProviderId, keys: ProviderSettings, context: AuthContext): Promise<Provider> {
  const document = metadataSchema.parse(await jsonAt(keys.discoveryUrl))
  if (document.issuer !== keys.issuer)
    throw new Error(`The document names the issuer ${document.issuer} instead of ${keys.issuer}`)
  const foreign = findForeignEndpoint(keys.discoveryUrl, document)
  if (foreign) throw new Error(`The endpoint ${foreign} is on a foreign host`)
  const plugin = await genericOAuth({ config: [configOf(id, keys, document)] }).init(context)
  const provider = plugin?.context.socialProviders.find((candidate) => candidate.id === id)
  if (!provider) throw new Error('The account library refuses the provider')
  const idToken = {
    jwks: createRemoteJWKSet(new URL(document.jwks_uri)),
    issuer: document.issuer,
    audience: keys.clientId,
    algorithms: document.id_token_signing_alg_values_supported,
  }
  return Object.assign(provider, { issuer: document.issuer, idToken, requiresIdTokenNonce: true })
}

/** Throws for redirects and for statuses other than 2xx. */
async function jsonAt(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.json()
}

function configOf(
  id: ProviderId,
  { clientId, clientSecret }: ProviderSettings,
  document: Metadata,
): GenericOAuthConfig {
  return {
    clientId,
    clientSecret,
    providerId: id,
    authorizationUrl: document.authorization_endpoint,
    tokenUrl: document.token_endpoint,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireEmailVerification: true,
    accountSubject: ({ profile }) => String(profile.sub ?? ''),
    getUserInfo: (tokens) => profileOf(tokens, document.userinfo_endpoint),
    mapProfileToUser: (profile) => ({
      name: nameOf(profile),
      emailVerified: profile.email_verified === true || (id === 'microsoft' && isEmailVerified(profile)),
      // A picture on another site would reveal to its host who opens the page.
      image: undefined,
    }),
  }
}

type Profile = Awaited<ReturnType<NonNullable<GenericOAuthConfig['getUserInfo']>>>

/** Returns the verified claims of the id token, or those of the userinfo endpoint. */
async function profileOf(
  { idToken, accessToken }: { idToken?: string | undefined; accessToken?: string | undefined },
  address: string | undefined,
): Promise<Profile> {
  const idClaims = idToken ? decodeJwt(idToken) : null
  if (idClaims?.sub && idClaims.email) return asProfile(idClaims)
  const claims =
    address && (await jsonAt(address, { authorization: `Bearer ${accessToken}` }).catch(() => null))
  const userInfo = z.looseObject({ sub: z.string() }).safeParse(claims)
  // OpenID Connect Core 5.3.2: id token and userinfo must be about the same person.
  if (!userInfo.success || (idClaims && idClaims.sub !== userInfo.data.sub)) return null
  return asProfile(userInfo.data)
}

function asProfile(claims: Record<string, unknown>): Profile {
  return { ...claims, id: String(claims.sub), emailVerified: claims.email_verified === true } as Profile
}

/** Returns a name that the profile accepts, derived from the address if needed. */
function nameOf({ name, email }: { name?: string | undefined; email?: string | null | undefined }): string {
  const names = [name, email?.split('@')[0]].map((candidate) =>
    newAccountInput.shape.fullName.safeParse(candidate?.slice(0, MAX_NAME_LENGTH)),
  )
  return names.find(({ success }) => success)?.data ?? 'Customer'
}

/** Links a provider only if provider and shop have verified the address. Otherwise emails the account's owner. */
function withSafeLinking(provider: Provider, context: AuthContext, { emailOwner }: Options): Provider {
  const { getUserInfo, accountSubject } = provider
  return Object.assign(provider, {
    getUserInfo: async (...args: Parameters<Provider['getUserInfo']>) => {
      const userInfo = await getUserInfo(...args)
      if (!userInfo?.user.email) return userInfo
      const { internalAdapter } = context
      const accountId = String(await accountSubject({ tokens: args[0], profile: userInfo.data }))
      if (await internalAdapter.findAccountByKey({ providerId: provider.id, accountId })) return userInfo
      const found = await internalAdapter.findUserByEmail(userInfo.user.email.toLowerCase())
      if (!found || (found.user.emailVerified && userInfo.user.emailVerified)) return userInfo
      await emailOwner(found.user, languageInUrl((await getOAuthState())?.callbackURL))
      throw await unverifiedError(context)
    },
  })
}

async function unverifiedError({ baseURL }: AuthContext): Promise<Error> {
  const state = await getOAuthState()
  const back = state?.errorURL ?? `${baseURL}/error`
  const location = `${back}${back.includes('?') ? '&' : '?'}error=email_not_verified`
  return new APIError('FOUND', undefined, new Headers({ location }))
}

const tenantClaims = z.object({ tid: z.guid() })

/**
 * Refuses an id token that was not issued by the tenant it names. A user's id is tenant and subject, or only
 * the subject for a personal account. A tenant's claim about an email address is not trusted.
 */
function withTenantCheck(provider: Provider): Provider {
  const { issuer, idToken, getUserInfo, accountSubject } = provider
  if (!issuer?.includes(OPEN_TENANT) || !idToken || 'verify' in idToken) return provider
  const { issuer: _open, ...checks } = idToken
  return Object.assign(provider, {
    issuer: undefined,
    idToken: {
      ...checks,
      verifyClaims: (claims: { iss?: string | undefined }) => {
        const tenant = tenantClaims.safeParse(claims)
        return tenant.success && claims.iss === issuer.replace(OPEN_TENANT, tenant.data.tid)
      },
    },
    accountSubject: async (request: Parameters<Provider['accountSubject']>[0]) => {
      const { tid } = tenantClaims.parse(claimsIn(request.tokens.idToken))
      const subject = await accountSubject(request)
      return tid === PERSONAL_ACCOUNTS || subject === '' ? subject : `${tid}/${subject}`
    },
    getUserInfo: async (...tokens: Parameters<Provider['getUserInfo']>) => {
      // Without a signed token there is no tenant.
      if (!tokens[0].idToken) return null
      const userInfo = await getUserInfo(...tokens)
      return (
        userInfo && {
          ...userInfo,
          user: { ...userInfo.user, emailVerified: isEmailVerified(claimsIn(tokens[0].idToken)) },
        }
      )
    },
  })
}

/** `xms_edov` is Microsoft's own verification; a tenant's admin can write any address into the profile. */
function isEmailVerified({ xms_edov, tid }: Record<string, unknown>): boolean {
  return xms_edov === true || tid === PERSONAL_ACCOUNTS
}

function claimsIn(idToken: string | undefined): Record<string, unknown> {
  const [, payload = ''] = idToken?.split('.') ?? []
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
