import { redirect, redirectDocument } from 'react-router'
import { askAccounts, expiredPersonalCookies, onwardOf, withCookies } from '#app/auth/auth.server.ts'
import { withQuery } from '#app/frame/return-to.ts'
import {
  COORDINATOR_HOME,
  DASHBOARD,
  FACTOR_PATH,
  isCoordinatorPath,
  isWorkerPath,
  SIGN_IN_PATH,
} from '#app/kit/paths.ts'
import { requestContext } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { changeOwnProfile } from '#shop/programme/change-own-profile.ts'
import { mayCoordinate } from '#shop/programme/coordination.ts'
import { type Language, writtenFor } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/callback.ts'

export const handle: PageHandle = { title: null, search: 'noindex', access: { get: 302 } }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { returnTo, language } = onwardOf(request)
  const backToSignIn = (params: Record<string, string | null>) =>
    redirect(withQuery(SIGN_IN_PATH, { ...params, returnTo, language }))
  try {
    const params = new URL(request.url).searchParams
    const [provider, purpose, reason] = [params.get('provider'), params.get('doing'), params.get('error')]
    // Signing in, or starting to sign in at a provider, sets a cookie. If the browser sends none, it blocks cookies.
    const isBlocked = !request.headers.get('cookie')
    if (reason !== null && !isBlocked)
      return backToSignIn({ error: 'auth_failed', provider, doing: purpose, reason })
    const { ctx, pending, cart } = context.get(requestContext)
    const { actor } = ctx
    if (actor.kind === 'person') {
      if (language && actor.isWorker) await saveChosenLanguage(ctx, actor.id, language)
      // Merges the visitor's cart into the account's cart.
      const cookie = await cart.setCookie()
      const expired = cart.isForeign ? expiredPersonalCookies(request) : []
      const headers = withCookies([...(cookie ? [cookie] : []), ...expired])
      const target = returnTo ?? homeOf(ctx, actor)
      // Pages of workers and coordinators have different stylesheets, so they need a full page load.
      const go = isWorkerPath(target) || isCoordinatorPath(target) ? redirectDocument : redirect
      return go(target, { headers })
    }
    if (pending) return redirect(withQuery(FACTOR_PATH, { returnTo }))
    if (isBlocked) return backToSignIn({ error: 'cookies_blocked' })
    // Distinguishes a missing session from an unreadable one.
    const session = await askAccounts(request, context, '/get-session')
    return backToSignIn({ error: session.ok ? null : 'auth_failed' })
  } catch (error) {
    const { reportError, requestId } = context.get(requestContext)
    reportError(error, requestId)
    return backToSignIn({ error: 'unexpected_error' })
  }
}

function homeOf({ config }: Pick<Ctx, 'config'>, actor: Person): string {
  if (may(actor, 'dashboard')) return DASHBOARD
  return config.features.programme && mayCoordinate(actor) ? COORDINATOR_HOME : '/'
}

/**
 * Saves the language chosen during sign-in, unless it is the worker's written language. For Marathi screens the
 * sign-in is in Hindi.
 */
async function saveChosenLanguage(ctx: Ctx, userId: string, language: Language): Promise<void> {
  const worker = await findWorker(ctx.db, userId)
  if (worker && writtenFor(worker.language) !== language) await changeOwnProfile(ctx, { language })
}

export default function Callback() {
  return null
}
