import { createHash } from 'node:crypto'
import { data, Outlet } from 'react-router'
import { AnyError } from '#app/frame/any-error.tsx'
import type { Screen } from '#app/programme/offline/offline-client.ts'
import { FramedError } from '#app/programme/worker/framed-error.tsx'
import { photoPagePath, tabPath, WORKER_TABS } from '#app/programme/worker/kit/paths.ts'
import { WorkerFrame } from '#app/programme/worker/worker-frame.tsx'
import { languageCookie, rememberedLanguage } from '#app/request/cookies.server.ts'
import { type WorkerCtx, workerContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { STATUSES_OF } from '#shop/programme/task.ts'
import { taskStates } from '#shop/programme/tasks.read.ts'
import type { Language } from '#shop/programme/worker.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import type { Route } from './+types/frame.ts'

export const handle: PageHandle = { side: 'worker', guard: 'worker', search: 'noindex', feature: 'programme' }

/** The frame of the worker's screens. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(workerContext)
  const { actor, db } = ctx
  const worker = await findWorker(db, actor.id)
  const language = worker?.language ?? rememberedLanguage(request) ?? 'en'
  const frame = {
    ownerId: actor.id,
    name: actor.fullName,
    withPin: actor.withPin === true,
    groupName: worker?.group?.name ?? null,
    language,
    screens: await screensToKeep(ctx, language),
  }
  // Tells the service worker whose page this is.
  const headers = new Headers({ 'x-worker': actor.id })
  // The sign-in and error pages do not know who she is.
  const cookie = worker && languageCookie(request, language)
  if (cookie) headers.append('set-cookie', cookie)
  return data(frame, { headers })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function Frame({ loaderData }: Route.ComponentProps) {
  return (
    <WorkerFrame {...loaderData}>
      <Outlet />
    </WorkerFrame>
  )
}

/** A form that was sent after the session ended is refused here, inside the open page. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <AnyError error={error} />
  return (
    <WorkerFrame {...loaderData}>
      <FramedError error={error} />
    </WorkerFrame>
  )
}

/**
 * The screens to store on a worker's phone: the tabs, and the photo page of each open task. A tag changes
 * with the language and the states of tasks, for tabs also daily, and the screen is then fetched again.
 */
async function screensToKeep({ db, actor, now }: WorkerCtx, language: Language): Promise<Screen[]> {
  const tasks = await taskStates(db, actor.id)
  const tabs = hash([language, dayOf(now), tasks])
  const open = tasks.filter(({ state }) => STATUSES_OF[state].status !== 'completed')
  return [
    ...WORKER_TABS.map((tab) => ({ path: tabPath(tab), tag: tabs })),
    ...open.map(({ id, state }) => ({ path: photoPagePath(id), tag: hash([language, state]) })),
  ]
}

function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)
}
