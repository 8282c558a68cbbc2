import type { OnPhone } from '#app/programme/offline/waiting.ts'
import { canSendPhoto, counted, type TaskState } from '#shop/programme/task.ts'
import type { Route } from './+types/dashboard.ts'

export type ShownTask = Route.ComponentProps['loaderData']['recent'][number]

type Seen = Pick<ShownTask, 'id' | 'state' | 'asOf'>

/** A task's state: the page's, updated by later confirmations and by the queue on the phone. */
export function stateOnPhone({ id, state, asOf }: Seen, { starts, known: tasks }: OnPhone): TaskState {
  const news = tasks.find(({ workLogId }) => workLogId === id)
  const isStarted = news?.isStarted || starts.some((start) => start.workLogId === id && !start.refused)
  if (canSendPhoto(state) && news?.photoAt && news.photoAt >= asOf) return 'pending_review'
  return state === 'pending' && isStarted ? 'in_progress' : state
}

/** The confirmed count plus the queued steps that it does not contain; steps are counted in the order of the queue. */
export function doneOnPhone(
  page: Pick<ShownTask, 'id' | 'done' | 'asOf' | 'lastCountId' | 'quantity'>,
  { steps, known: tasks }: OnPhone,
): number {
  const { id, quantity } = page
  const answer = tasks.find(({ workLogId }) => workLogId === id)
  const isNewer = answer?.asOf !== undefined && answer.asOf > page.asOf
  const { done = page.done, lastCountId } = isNewer ? answer : page
  const queued = steps.filter((step) => step.workLogId === id && !step.refused)
  const waiting = queued.slice(queued.findIndex((step) => step.id === lastCountId) + 1)
  return counted({ progressCount: done, quantity }, waiting)
}
