import type { Auth } from '#infra/accounts/auth.ts'
import { type Actor, VISITOR } from '#shop/customers/actor.ts'

/**
 * Who sends this request, by its session cookie. `setCookies` are the cookies of a session that was renewed: the
 * response must carry them. Without a cookie the database is not asked.
 */
export async function whoAsks(
  auth: Auth,
  headers: Headers,
  adminEmail: string,
): Promise<{ actor: Actor; sessionId: string | null; setCookies: string[] }> {
  if (!headers.get('cookie')?.includes('session_token'))
    return { actor: VISITOR, sessionId: null, setCookies: [] }
  const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
  const setCookies = answer.getSetCookie()
  if (!response) return { actor: VISITOR, sessionId: null, setCookies }
  const { user, session } = response
  const isAdmin = user.is_admin === true || (user.emailVerified && user.email === adminEmail)
  const person = { kind: 'person', id: user.id, email: user.email, fullName: user.name } as const
  const actor = { ...person, isAdmin, isWorker: user.is_worker === true }
  return { actor, sessionId: session.id, setCookies }
}
