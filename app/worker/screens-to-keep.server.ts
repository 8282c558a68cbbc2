import { createHash } from 'node:crypto'
import type { WorkerCtx } from '#app/request/worker.server.ts'
import type { Screen } from '#app/worker/offline/offline-client.ts'
import { photoPagePath, tabPath, WORKER_TABS } from '#app/worker/paths.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { STATUSES_OF } from '#shop/programme/task.ts'
import { taskStates } from '#shop/programme/tasks.read.ts'
import type { Language } from '#shop/programme/worker.ts'

/**
 * The screens that a worker's phone keeps for times without a network: the tabs, and the photo page of each open task. A
 * screen's tag changes when it must be fetched again: with its language and the states of tasks, for tabs also daily.
 */
export async function screensToKeep({ db, actor, now }: WorkerCtx, language: Language): Promise<Screen[]> {
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
