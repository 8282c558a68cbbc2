import { verifyJWT } from 'better-auth/crypto'
import { z } from 'zod'
import type { Auth } from '#infra/accounts/auth.ts'

/** `old`: run out, cut off or never ours. `used`: the address is verified, by this link or otherwise. */
export type VerificationLink = 'open' | 'used' | 'old'

const payload = z.object({ email: z.string() })

/**
 * How the link with this token of a mail stands. Looking does not use it: programs that scan mails open every link.
 */
export async function verificationLink(auth: Auth, token: string): Promise<VerificationLink> {
  const { secret, internalAdapter } = await auth.$context
  const told = payload.safeParse(await verifyJWT(token, secret))
  const found = told.success ? await internalAdapter.findUserByEmail(told.data.email) : null
  if (!found) return 'old'
  return found.user.emailVerified ? 'used' : 'open'
}
