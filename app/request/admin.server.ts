import { data, type RouterContextProvider } from 'react-router'
import { shopCtx } from '#app/request/context.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isAdmin, type Person } from '#shop/kernel/actor.ts'

export type AdminCtx = Ctx & { actor: Person }

/**
 * The use cases' ctx of an admin's request. Whoever is not signed in gets the dashboard's 401 page, whoever is no
 * admin its 403 page: every loader and action of the dashboard begins with this.
 */
export function adminCtx(context: Readonly<RouterContextProvider>): AdminCtx {
  const ctx = shopCtx(context)
  const { actor } = ctx
  if (actor.kind === 'visitor') throw data(null, { status: 401 })
  if (!isAdmin(actor)) throw data(null, { status: 403 })
  return { ...ctx, actor }
}
