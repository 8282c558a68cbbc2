import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Provider } from 'oidc-provider'
// @ts-expect-error: the module has no types
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'

/** A person with an account at the provider. Missing claims are not sent. */
export type ProviderAccount = {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  /** Microsoft's claims: the account's tenant, and whether its owner owns the address's domain. */
  tid?: string
  xms_edov?: boolean
  /** The tenant that signs the token, if it differs from `tid`. */
  signedBy?: string
}

export const CLIENT = { clientId: 'shop', clientSecret: 'a secret between the shop and the provider' }

type Options = {
  redirectUris: string[]
  port?: number
  /** Whether claims are in the id token, as with Google, or are requested separately. */
  claimsIn: 'id_token' | 'userinfo'
  /**
   * Behaves like Microsoft's `common`: the metadata has a placeholder for the tenant, and the person's tenant
   * signs.
   */
  isForManyTenants?: boolean
}

/** The path of a provider for many tenants, and the placeholder in its metadata. */
const COMMON = '/common/v2.0'
const OPEN_TENANT = '{tenantid}'

/**
 * Starts a real OpenID provider on this machine. Visitors sign in as the person of `setPerson` and consent.
 * While that person is null, they refuse. PKCE is required.
 */
export async function startIdentityProvider(options: Options) {
  let currentPerson: ProviderAccount | null = null
  const server = createServer().listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const issuer = `http://127.0.0.1:${port}`
  const settings = configuration(options, () => currentPerson)
  const path = options.isForManyTenants ? COMMON : ''
  const providers = new Map<string, Provider>()
  const providerOf = (tenant: string) => {
    const existing = providers.get(tenant)
    if (existing) return existing
    const provider = new Provider(issuer + path.replace('common', tenant), settings)
    providers.set(tenant, provider)
    return provider
  }
  server.on('request', (request, response) => {
    const isMetadata = request.url?.includes('/.well-known/')
    const tenant = isMetadata ? null : (currentPerson?.signedBy ?? currentPerson?.tid)
    const provider = providerOf(tenant ?? OPEN_TENANT)
    if (request.url?.startsWith('/interaction/'))
      return void finishInteraction(provider, currentPerson, request, response)
    // Changes the request as if the provider were mounted below a path.
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(path.length) })
    return void provider.callback()(request, response)
  })
  return {
    port,
    discoveryUrl: `${issuer}${path}/.well-known/openid-configuration`,
    issuer: issuer + path.replace('common', OPEN_TENANT),
    origin: issuer,
    setPerson: (person: ProviderAccount | null) => {
      currentPerson = person
    },
    stop: () => close(server),
  }
}

function configuration({ redirectUris, claimsIn }: Options, person: () => ProviderAccount | null) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    adapter: createMemoryAdapter(0),
    clients: [
      { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: redirectUris },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub', 'tid', 'xms_edov'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ ...person(), sub }) }),
  }
}

type Exchange = Parameters<Provider['interactionFinished']>

/** Signs the person in and consents, or refuses if there is no person. */
async function finishInteraction(
  provider: Provider,
  person: ProviderAccount | null,
  request: Exchange[0],
  response: Exchange[1],
): Promise<void> {
  const finish = (result: Exchange[2]) => provider.interactionFinished(request, response, result)
  if (!person) return finish({ error: 'access_denied', error_description: 'refused' })
  const { prompt, params, session } = await provider.interactionDetails(request, response)
  if (prompt.name !== 'consent') return finish({ login: { accountId: person.sub }, select_account: {} })
  const grant = new provider.Grant({
    accountId: session?.accountId ?? '',
    clientId: String(params.client_id),
  })
  grant.addOIDCScope(String(params.scope))
  return finish({ consent: { grantId: await grant.save() } })
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
}

/** Follows the provider's redirects with a cookie jar until one leads back to the shop. */
export async function followRedirects(url: string, shop: string): Promise<URL> {
  const jar = new Map<string, string>()
  for (let next = new URL(url), steps = 0; steps < 12; steps++) {
    if (next.origin === shop) return next
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { headers: { cookie }, redirect: 'manual' })
    for (const setCookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = setCookie.split(';', 1)[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`)
    next = new URL(location, next)
  }
  throw new Error('the provider redirects without end')
}
