import type { AuthContext, BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getOAuthState } from 'better-auth/api'
import { type GenericOAuthConfig, genericOAuth } from 'better-auth/plugins/generic-oauth'
import { checkTenant, isEmailVerified } from '#infra/accounts/microsoft-tenants.ts'
import { languageAsked } from '#infra/accounts/requested-links.ts'
import {
  PROVIDER_KEYS,
  PROVIDERS,
  type ProviderId,
  type ProviderSettings,
  type SignInSettings,
} from '#infra/config/sign-in-settings.ts'
import { MAX_NAME_LENGTH, newAccountInput } from '#shop/customers/input.ts'
import type { Language } from '#shop/programme/worker.ts'

type Options = {
  keys: SignInSettings
  /** Emails the owner of an account that was not opened. */
  tellOwner: (user: { email: string; emailVerified: boolean }, asked: Language | null) => Promise<void>
  onError: (message: string, error: unknown) => void
}

type Provider = AuthContext['socialProviders'][number]

/** A provider that takes longer counts as down. */
const TIMEOUT_MS = 5_000

/**
 * Signing in with Google and Outlook. The library reads a provider's discovery document once, at start, and drops a
 * provider that is down then; here it is read at the first sign-in, and again each time until it succeeds.
 */
export function signInProviders(options: Options): BetterAuthPlugin {
  const pending = new Map<ProviderId, Promise<void>>()
  return {
    id: 'sign-in-providers',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/social' || path === '/callback/:id',
          handler: createAuthMiddleware(async (c) => {
            // Id tokens that a client obtained elsewhere belong to no sign-in started here.
            if (c.body?.idToken) throw new APIError('BAD_REQUEST', { code: 'ID_TOKEN_NOT_SUPPORTED' })
            const id = PROVIDERS.find((one) => one === (c.params?.id ?? c.body?.provider))
            if (!id) return
            const asked = pending.get(id) ?? know(id, c.context, options)
            pending.set(id, asked)
            await asked.finally(() => pending.delete(id))
            // Callbacks pass: the library redirects to the page with an error.
            if (c.path === '/sign-in/social' && !isKnown(id, c.context)) throw unavailable(id)
          }),
        },
      ],
    },
  }
}

const NAMES = { google: 'Google', microsoft: 'Outlook' } as const satisfies Record<ProviderId, string>

function unavailable(id: ProviderId): Error {
  const message = `Failed to sign in with ${NAMES[id]}`
  return new APIError('SERVICE_UNAVAILABLE', { code: 'PROVIDER_UNAVAILABLE', message })
}

function isKnown(id: ProviderId, { socialProviders }: AuthContext): boolean {
  return socialProviders.some((provider) => provider.id === id)
}

/**
 * Registers the provider with the library unless it is registered, has no keys, or is down; the log names the
 * last two.
 */
async function know(id: ProviderId, context: AuthContext, options: Options): Promise<void> {
  if (isKnown(id, context)) return
  const keys = options.keys[id]
  if (!keys) {
    const missing = new Error(`${PROVIDER_KEYS[id].join(' and ')} are not set: nobody can sign in with ${id}`)
    return options.onError('sign-in provider without keys', missing)
  }
  const provider = await discovered(id, keys, context)
  if (!provider) {
    const away = new Error(`${id} did not describe itself at ${keys.discoveryUrl}`)
    return options.onError('sign-in provider away', away)
  }
  context.socialProviders.push(guarded(checkTenant(provider), context, options))
}

/** The provider's discovery document; null when it cannot be read. */
async function discovered(
  id: ProviderId,
  keys: ProviderSettings,
  context: AuthContext,
): Promise<Provider | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null).unref())
  const made = await Promise.race([genericOAuth({ config: [configOf(id, keys)] }).init(context), timeout])
  return made?.context.socialProviders.find((provider) => provider.id === id) ?? null
}

function configOf(id: ProviderId, keys: ProviderSettings): GenericOAuthConfig {
  return {
    ...keys,
    providerId: id,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    requireIdTokenVerification: true,
    requireEmailVerification: true,
    mapProfileToUser: (profile) => ({
      name: nameOf(profile),
      emailVerified: profile.email_verified === true || (id === 'microsoft' && isEmailVerified(profile)),
      // A picture on another site would tell its host who looks at the page.
      image: undefined,
    }),
  }
}

/** A name that the profile accepts; without one in the profile, the address is used. */
function nameOf({ name, email }: { name?: string | undefined; email?: string | null | undefined }): string {
  const said = [name, email?.split('@')[0]].map((one) =>
    newAccountInput.shape.fullName.safeParse(one?.slice(0, MAX_NAME_LENGTH)),
  )
  return said.find(({ success }) => success)?.data ?? 'Customer'
}

/**
 * Signs in to an account with another sign-in method only if both sides have verified the address. Otherwise
 * the owner gets an email, and the visitor sees the same as for a new address.
 */
function guarded(provider: Provider, context: AuthContext, { tellOwner }: Options): Provider {
  const { getUserInfo, accountSubject } = provider
  return Object.assign(provider, {
    getUserInfo: async (...asked: Parameters<Provider['getUserInfo']>) => {
      const userInfo = await getUserInfo(...asked)
      if (!userInfo?.user.email) return userInfo
      const { internalAdapter } = context
      const accountId = String(await accountSubject({ tokens: asked[0], profile: userInfo.data }))
      if (await internalAdapter.findAccountByKey({ providerId: provider.id, accountId })) return userInfo
      const found = await internalAdapter.findUserByEmail(userInfo.user.email.toLowerCase())
      if (!found || (found.user.emailVerified && userInfo.user.emailVerified)) return userInfo
      await tellOwner(found.user, languageAsked((await getOAuthState())?.callbackURL))
      throw await notVerified(context)
    },
  })
}

/** The redirect that the library itself makes when an address must be verified first. */
async function notVerified({ baseURL }: AuthContext): Promise<Error> {
  const state = await getOAuthState()
  const back = state?.errorURL ?? `${baseURL}/error`
  const location = `${back}${back.includes('?') ? '&' : '?'}error=email_not_verified`
  return new APIError('FOUND', undefined, new Headers({ location }))
}
