import type { Kysely } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Auth } from '#infra/accounts/auth.ts'
import { signedUpHere } from '#infra/accounts/sign-up-browser.ts'
import { emailInToken } from '#infra/accounts/verify-email.ts'

/** `own`: this browser signed up. `other`: needs a name and a password. `old`: expired or invalid. `used`: verified. */
export type VerificationLink = 'own' | 'other' | 'used' | 'old'

/** Does not use the link: programs that scan emails open every link. */
export async function verificationLink(
  { auth, db }: { auth: Auth; db: Kysely<DB> },
  token: string,
  cookies: string,
): Promise<VerificationLink> {
  const context = await auth.$context
  const email = await emailInToken(token, auth.linkKeys)
  if (email === null) return 'old'
  const user = await db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.userId', 'users.id')
    .select(['users.id', 'emailVerified', 'accounts.id as credential'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return 'old'
  if (user.emailVerified) return 'used'
  return user.credential !== null && signedUpHere(cookies, context) === user.id ? 'own' : 'other'
}
