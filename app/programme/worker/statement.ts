import { data } from 'react-router'
import { pdfResponse } from '#app/request/downloads.server.ts'
import { workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readStatement } from '#shop/programme/pay.read.ts'
import { canSeePay, statementMonth } from '#shop/programme/pay.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/statement.ts'

export const handle: PageHandle = {
  guard: 'worker',
  search: 'noindex',
  feature: 'programme',
  access: { at: '/shg-worker-dashboard/statements/2026-11', get: [401, 403, 200, 404] },
}

/**
 * Returns a worker's pay of one month as PDF, in the worker's language: `/shg-worker-dashboard/statements/2026-11`. An
 * admin chooses the worker with `?worker=`.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const { actor } = ctx
  const month = statementMonth(params.month)
  const userId = new URL(request.url).searchParams.get('worker') ?? actor.id
  const worker = month && canSeePay(actor, userId) ? await findWorker(ctx.db, userId) : null
  if (!month || !worker) throw data(null, { status: 404 })
  const statement = await readStatement(ctx, worker, month)
  return pdfResponse(context, { kind: 'statement', statement }, `statement-${params.month}`)
}
