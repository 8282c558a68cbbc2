/** Sends task starts and count steps in order within each task. They are stored first. */

import { hideEntry } from '#app/programme/offline/entry-secrets.ts'
import { changeEntry, mergeTask, openPhone } from '#app/programme/offline/phone-store.ts'
import { fetchJson, refusalOf, timeOf } from '#app/programme/offline/requests.ts'
import { notify, type Refusal, type WaitingStart, type WaitingStep } from '#app/programme/offline/waiting.ts'

type Tap = Pick<WaitingStart, 'workLogId' | 'ownerId' | 'taskName'>

export async function enqueueStart({ workLogId, ownerId, taskName }: Tap): Promise<void> {
  const phone = await openPhone()
  await phone.put('starts', await hideEntry({ workLogId, ownerId, taskName, refused: null }))
  notify({ kind: 'changed' })
}

export async function enqueueStep({ workLogId, ownerId, taskName }: Tap, step: number): Promise<void> {
  const phone = await openPhone()
  const id = crypto.randomUUID()
  await phone.add('steps', await hideEntry({ id, workLogId, ownerId, taskName, step, refused: null }))
  notify({ kind: 'changed' })
}

/** Sends a start. Returns false if it has to be retried; throws without a network. */
export async function sendStart(start: WaitingStart): Promise<boolean> {
  const { workLogId, ownerId } = start
  const answer = await fetchJson(`/api/work-logs/${workLogId}`, { status: 'in_progress' }, 'PUT')
  const refusal = answer.ok ? null : await refusalOf(answer, ownerId)
  if (refusal === 'later') return false
  // 409: the task was already started on another device, so this start is done.
  if (refusal && refusal !== 'too_late') await changeEntry('starts', start, { refused: refusal })
  else {
    await mergeTask({ workLogId, isStarted: true })
    await (await openPhone()).delete('starts', workLogId)
  }
  notify({ kind: refusal && refusal !== 'too_late' ? 'refused' : 'started' })
  return true
}

/** Sends steps of one task. Returns false if they have to be retried; throws without a network. */
export async function sendSteps(steps: WaitingStep[]): Promise<boolean> {
  const [first] = steps
  if (!first) return true
  const { workLogId, ownerId } = first
  const body = { steps: steps.map(({ id, step }) => ({ id, step })) }
  const answer = await fetchJson(`/api/work-logs/${workLogId}/counts`, body)
  if (!answer.ok) {
    const refusal = await refusalOf(answer, ownerId)
    if (refusal === 'later') return false
    await settle(steps, refusal)
    return true
  }
  const { progress_count }: { progress_count: number } = await answer.json()
  await mergeTask({
    workLogId,
    isStarted: true,
    done: progress_count,
    asOf: timeOf(answer),
    lastCountId: steps.at(-1)?.id ?? null,
  })
  await settle(steps, null)
  return true
}

/** Removes confirmed steps from the queue. After a refusal, marks the steps that are still queued as refused. */
async function settle(steps: WaitingStep[], refused: Refusal | null): Promise<void> {
  const phone = await openPhone()
  const transaction = phone.transaction('steps', 'readwrite')
  for (const step of steps) {
    if (step.at === undefined) continue
    const stored = refused && (await transaction.store.get(step.at))
    if (!refused) void transaction.store.delete(step.at)
    else if (stored) void transaction.store.put({ ...stored, refused })
  }
  await transaction.done
  notify({ kind: refused ? 'refused' : 'changed' })
}
