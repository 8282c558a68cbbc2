import type { AuthContext } from 'better-auth'
import { z } from 'zod'
import { OPEN_TENANT, PERSONAL_ACCOUNTS } from '#infra/config/sign-in-settings.ts'

type Provider = AuthContext['socialProviders'][number]

const fromTenant = z.object({ tid: z.guid() })

/** Checks that an id token comes from the tenant it names. A tenant's claim about an address is no proof. */
export function checkTenant(provider: Provider): Provider {
  const { issuer, idToken, getUserInfo, accountSubject } = provider
  if (!issuer?.includes(OPEN_TENANT) || !idToken || 'verify' in idToken) return provider
  const { issuer: _open, ...checks } = idToken
  return Object.assign(provider, {
    issuer: undefined,
    idToken: {
      ...checks,
      verifyClaims: (claims: { iss?: string | undefined }) => {
        const told = fromTenant.safeParse(claims)
        return told.success && claims.iss === issuer.replace(OPEN_TENANT, told.data.tid)
      },
    },
    accountSubject: async (known: Parameters<Provider['accountSubject']>[0]) => {
      const { tid } = fromTenant.parse(claimsIn(known.tokens.idToken))
      const subject = await accountSubject(known)
      return tid === PERSONAL_ACCOUNTS || subject === '' ? subject : `${tid}/${subject}`
    },
    getUserInfo: async (...tokens: Parameters<Provider['getUserInfo']>) => {
      // Without a signed token there is no tenant.
      if (!tokens[0].idToken) return null
      const told = await getUserInfo(...tokens)
      return (
        told && {
          ...told,
          user: { ...told.user, emailVerified: isEmailVerified(claimsIn(tokens[0].idToken)) },
        }
      )
    },
  })
}

/** `xms_edov` is Microsoft's own verification; a tenant's admin can write any address into the profile. */
export function isEmailVerified({ xms_edov, tid }: Record<string, unknown>): boolean {
  return xms_edov === true || tid === PERSONAL_ACCOUNTS
}

function claimsIn(idToken: string | undefined): Record<string, unknown> {
  const [, payload = ''] = idToken?.split('.') ?? []
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}
