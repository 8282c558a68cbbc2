import type { Ctx } from '#shop/ctx.ts'
import { hasAdmin, saveFirstAdminLink } from '#shop/customers/first-admin-links.sql.ts'
import { newToken, tokenHash } from '#shop/email-token.ts'

/** Hours for which the printed link is valid. */
export const FIRST_ADMIN_HOURS = 24

/** The token of a new link that makes the first admin, printed at start; null when the shop has an admin. */
export async function issueFirstAdminLink({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<string | null> {
  if (await hasAdmin(db)) return null
  const token = newToken()
  const expiresAt = new Date(now.getTime() + FIRST_ADMIN_HOURS * 3_600_000)
  await saveFirstAdminLink(db, { tokenHash: tokenHash(token), expiresAt, now })
  return token
}
