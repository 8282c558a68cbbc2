import { mayBeLater } from '#app/phone/may-be-later.ts'
import { openPhone } from '#app/phone/phone-store.ts'
import { COUNT_CHANNEL, type KnownCount, type WaitingStep } from '#app/phone/waiting-count.ts'

/** As many steps as the server takes at once. */
const PARCEL = 500

function tell(): void {
  const channel = new BroadcastChannel(COUNT_CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Keeps a step on the phone; nothing is sent before that. */
export async function keepStep(step: Omit<WaitingStep, 'at' | 'id'>): Promise<void> {
  const phone = await openPhone()
  await phone.add('steps', { ...step, id: crypto.randomUUID() })
  tell()
}

export async function waitingSteps(ownerId: string): Promise<WaitingStep[]> {
  const phone = await openPhone()
  return (await phone.getAll('steps')).filter((step) => step.ownerId === ownerId)
}

export type CountOnPhone = { steps: { step: number }[]; known: Pick<KnownCount, 'done' | 'asOf'> | null }

/** A task's count as this phone has it at one moment: what waits, and what the server last said, if anything. */
export async function countOnPhone(ownerId: string, workLogId: string): Promise<CountOnPhone> {
  const phone = await openPhone()
  const look = phone.transaction(['steps', 'counts'])
  const [all, known] = await Promise.all([
    look.objectStore('steps').getAll(),
    look.objectStore('counts').get(workLogId),
  ])
  const steps = all.filter((step) => step.ownerId === ownerId && step.workLogId === workLogId)
  return { steps, known: known ?? null }
}

/** Sends the steps that wait, each task's in their order. True when none is left that could be sent later. */
export async function sendSteps(ownerId: string): Promise<boolean> {
  const waiting = await waitingSteps(ownerId)
  for (const workLogId of new Set(waiting.map((step) => step.workLogId))) {
    const steps = waiting.filter((step) => step.workLogId === workLogId)
    for (let from = 0; from < steps.length; from += PARCEL) {
      const isSettled = await sendParcel(workLogId, steps.slice(from, from + PARCEL))
      if (!isSettled) return false
    }
  }
  return true
}

type Counted = { progress_count: number; counted_at: string }

async function sendParcel(workLogId: string, steps: WaitingStep[]): Promise<boolean> {
  try {
    const answer = await fetch(`/api/work-logs/${workLogId}/counts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ steps: steps.map(({ id, step }) => ({ id, step })) }),
    })
    if (mayBeLater(answer)) return false
    // Not this person's task: somebody else is signed in just now. It waits for her.
    if (answer.status === 404) return true
    const counted: Counted | null = answer.ok ? await answer.json() : null
    await settle(workLogId, steps, counted)
    return true
  } catch {
    // No network, or an answer that was cut off: sent again, the same steps count once.
    return false
  }
}

/** The server has the steps, or will not have them any more because the photo was sent. */
async function settle(workLogId: string, steps: WaitingStep[], counted: Counted | null): Promise<void> {
  const phone = await openPhone()
  const change = phone.transaction(['steps', 'counts'], 'readwrite')
  for (const { at } of steps) if (at !== undefined) void change.objectStore('steps').delete(at)
  if (counted) {
    const known = { workLogId, done: counted.progress_count, asOf: Date.parse(counted.counted_at) }
    void change.objectStore('counts').put(known)
  }
  await change.done
  tell()
}
