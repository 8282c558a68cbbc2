import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { afterRefusal } from '#app/kit/form-fields.ts'
import { languageOf, workerCtx } from '#app/request/worker.server.ts'
import { type WorkerAnswer, workerAction } from '#app/worker/dashboard-action.server.ts'
import { DashboardPage } from '#app/worker/dashboard-page.tsx'
import { tabOf } from '#app/worker/paths.ts'
import { payTab } from '#app/worker/pay-tab.server.ts'
import { shownTask } from '#app/worker/shown-task.server.ts'
import { workerDashboard } from '#shop/programme/dashboard.read.ts'
import { canSendPhoto, type Task } from '#shop/programme/task.ts'
import type { Route } from './+types/dashboard.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = workerCtx(context)
  const language = await languageOf(ctx, request)
  const show = (task: Task) => shownTask(ctx, language, task)
  const { figures, recent, active, completed } = await workerDashboard(ctx.db, ctx.actor.id, ctx.now)
  const tab = tabOf(new URL(request.url).searchParams.get('tab'))
  // What came back comes first, then what was begun, then what is new.
  const now =
    active.find(({ state }) => state === 'returned') ?? active.find(({ state }) => canSendPhoto(state))
  const next = now ?? active.find(({ state }) => state === 'pending')
  return {
    tab,
    figures,
    now: next ? show(next) : null,
    recent: recent.map(show),
    active: tab === 'active' ? active.map(show) : [],
    completed: tab === 'completed' ? completed.map(show) : [],
    pay: tab === 'pay' ? await payTab(ctx) : null,
  }
}

export const action = ({ request, context }: Route.ActionArgs) => workerAction(request, workerCtx(context))

/** Without a network the form says so, and what was written in it stays. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return data<WorkerAnswer>({ ok: false, problem: null, isOffline: true }, { status: NO_NETWORK })
  }
}

const NO_NETWORK = 503

/** A task may have been taken back, or begun on another phone. Without a network there is nothing to ask. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return args.actionStatus !== NO_NETWORK && afterRefusal(args)
}

export default function Dashboard({ loaderData, actionData }: Route.ComponentProps) {
  return <DashboardPage {...loaderData} answer={actionData} />
}
