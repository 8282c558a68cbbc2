/** Sends a coordinator's decisions one after another. They are stored first. */

import { changeEntry, mergeTask, openPhone } from '#app/programme/offline/phone-store.ts'
import { fetchInTime, refusalOf, refusalText } from '#app/programme/offline/requests.ts'
import { notify, type WaitingDecision } from '#app/programme/offline/waiting.ts'

const PATH = '/coordinator/decisions'

/** Queues a decision with a new id. It replaces an earlier decision about the photo. A second tap changes nothing. */
export async function enqueueDecision(
  decision: Omit<WaitingDecision, 'id' | 'addedAt' | 'refused' | 'said'>,
): Promise<void> {
  const phone = await openPhone()
  const id = crypto.randomUUID()
  const transaction = phone.transaction('decisions', 'readwrite')
  const earlier = (await transaction.store.getAll()).find(
    ({ photoId, ownerId, refused }) =>
      photoId === decision.photoId && ownerId === decision.ownerId && !refused,
  )
  if (!earlier || !areSameFields(earlier.fields, decision.fields)) {
    if (earlier) await transaction.store.delete(earlier.id)
    await transaction.store.put({ ...decision, id, refused: null, said: '', addedAt: Date.now() })
  }
  await transaction.done
  notify({ kind: 'changed' })
}

type Fields = WaitingDecision['fields']

/** True if two forms have the same values. Compares pictures by their size. */
export function areSameFields(fields: Fields, others: Fields): boolean {
  const text = (all: Fields) =>
    JSON.stringify(all.map(([name, value]) => [name, typeof value === 'string' ? value : value.size]))
  return text(fields) === text(others)
}

/** Sends a decision unless it was undone. Returns false if it has to be retried; throws without a network. */
export async function sendDecision(decision: WaitingDecision): Promise<boolean> {
  const { id, ownerId, workLogId, photoId, fields } = decision
  if ((await (await openPhone()).getKey('decisions', id)) === undefined) return true
  const answer = await fetchInTime(PATH, { method: 'POST', body: formOf(decision) })
  const refused = answer.ok ? null : await refusalOf(answer, ownerId)
  if (refused === 'later') return false
  if (refused) {
    await changeEntry('decisions', decision, { refused, said: await refusalText(answer) })
    notify({ kind: 'refused' })
    return true
  }
  await mergeTask({ workLogId, decidedPhoto: photoId })
  await (await openPhone()).delete('decisions', id)
  notify({ kind: 'decided', intent: String(new Map(fields).get('intent')) })
  return true
}

function formOf({ id, fields }: WaitingDecision): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  form.set('decisionId', id)
  return form
}
