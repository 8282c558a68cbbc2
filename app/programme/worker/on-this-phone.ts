import type { OnPhone } from '#app/programme/offline/waiting.ts'
import { applySteps, canSendPhoto, type TaskState } from '#shop/programme/task.ts'
import type { Route } from './+types/dashboard.ts'

export type ShownTask = Route.ComponentProps['loaderData']['recent'][number]

type PageTask = Pick<ShownTask, 'id' | 'state' | 'asOf'>

/** Returns a task's state: the state on the page, updated by later confirmations and by the phone's queue. */
export function stateOnPhone({ id, state, asOf }: PageTask, { starts, tasks }: OnPhone): TaskState {
  const confirmed = tasks.find(({ workLogId }) => workLogId === id)
  const isStarted = confirmed?.isStarted || starts.some((start) => start.workLogId === id && !start.refused)
  const started = state === 'pending' && isStarted ? 'in_progress' : state
  const hasNewPhoto = confirmed?.photoAt !== undefined && confirmed.photoAt >= asOf
  return hasNewPhoto && (state === 'pending' || canSendPhoto(started)) ? 'pending_review' : started
}

/** Returns the confirmed count plus the queued steps that follow the last confirmed step. */
export function doneOnPhone(
  page: Pick<ShownTask, 'id' | 'done' | 'asOf' | 'lastCountId' | 'quantity'>,
  { steps, tasks }: OnPhone,
): number {
  const { id, quantity } = page
  const answer = tasks.find(({ workLogId }) => workLogId === id)
  const isNewer = answer?.asOf !== undefined && answer.asOf > page.asOf
  const { done = page.done, lastCountId } = isNewer ? answer : page
  const queued = steps.filter((step) => step.workLogId === id && !step.refused)
  const waiting = queued.slice(queued.findIndex((step) => step.id === lastCountId) + 1)
  return applySteps({ progressCount: done, quantity }, waiting)
}
