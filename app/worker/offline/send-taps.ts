/** Task starts and count steps: stored first, then sent in order within each task. */
import { askJson, refusalOf } from '#app/worker/offline/ask.ts'
import { lookAtPhone, mergeKnown, openPhone } from '#app/worker/offline/phone-store.ts'
import { type Refusal, tell, type WaitingStart, type WaitingStep } from '#app/worker/offline/waiting.ts'

/** The most steps that the API accepts in one request. */
const MAX_STEPS = 500

type Tap = Pick<WaitingStart, 'workLogId' | 'ownerId' | 'taskName'>

export async function enqueueStart({ workLogId, ownerId, taskName }: Tap): Promise<void> {
  const phone = await openPhone()
  await phone.put('starts', { workLogId, ownerId, taskName, refused: null })
  tell({ kind: 'changed' })
}

export async function enqueueStep({ workLogId, ownerId, taskName }: Tap, step: number): Promise<void> {
  const phone = await openPhone()
  const id = crypto.randomUUID()
  await phone.add('steps', { id, workLogId, ownerId, taskName, step, refused: null })
  tell({ kind: 'changed' })
}

/** Sends the queued starts. True when none is left to retry; throws without a network. */
export async function sendStarts(ownerId: string): Promise<boolean> {
  const { starts } = await lookAtPhone(ownerId)
  for (const start of starts.filter(({ refused }) => !refused)) {
    const answer = await askJson(`/api/work-logs/${start.workLogId}`, { status: 'in_progress' }, 'PUT')
    const refusal = answer.ok ? null : await refusalOf(answer, ownerId)
    if (refusal === 'later') return false
    const phone = await openPhone()
    // 409: the task was started on another device, which is as good.
    if (refusal && refusal !== 'too_late') await phone.put('starts', { ...start, refused: refusal })
    else {
      await mergeKnown({ workLogId: start.workLogId, isStarted: true })
      await phone.delete('starts', start.workLogId)
    }
    tell({ kind: refusal && refusal !== 'too_late' ? 'refused' : 'changed' })
  }
  return true
}

/** Sends the queued steps. True when none is left to retry; throws without a network. */
export async function sendSteps(ownerId: string): Promise<boolean> {
  const { steps } = await lookAtPhone(ownerId)
  const waiting = steps.filter(({ refused }) => !refused)
  for (const workLogId of new Set(waiting.map((step) => step.workLogId))) {
    const ofTask = waiting.filter((step) => step.workLogId === workLogId)
    for (let from = 0; from < ofTask.length; from += MAX_STEPS) {
      if (!(await sendBatch(workLogId, ownerId, ofTask.slice(from, from + MAX_STEPS)))) return false
    }
  }
  return true
}

type Counted = { progress_count: number; counted_at: string }

async function sendBatch(workLogId: string, ownerId: string, steps: WaitingStep[]): Promise<boolean> {
  const body = { steps: steps.map(({ id, step }) => ({ id, step })) }
  const answer = await askJson(`/api/work-logs/${workLogId}/counts`, body)
  if (!answer.ok) {
    const refusal = await refusalOf(answer, ownerId)
    if (refusal === 'later') return false
    await settle(steps, refusal)
    return true
  }
  const { progress_count, counted_at }: Counted = await answer.json()
  await mergeKnown({
    workLogId,
    isStarted: true,
    done: progress_count,
    asOf: Date.parse(counted_at),
    lastCountId: steps.at(-1)?.id ?? null,
  })
  await settle(steps, null)
  return true
}

/** Removes confirmed steps from the queue, or marks them as refused. */
async function settle(steps: WaitingStep[], refused: Refusal | null): Promise<void> {
  const phone = await openPhone()
  const change = phone.transaction('steps', 'readwrite')
  for (const step of steps) {
    if (step.at === undefined) continue
    void (refused ? change.store.put({ ...step, refused }) : change.store.delete(step.at))
  }
  await change.done
  tell({ kind: refused ? 'refused' : 'changed' })
}
