/** Sends a worker's questions. They are stored first. */
import { hideEntry } from '#app/programme/offline/entry-secrets.ts'
import { changeEntry, openPhone } from '#app/programme/offline/phone-store.ts'
import { fetchInTime, refusalOf } from '#app/programme/offline/requests.ts'
import { notify, type WaitingQuestion } from '#app/programme/offline/waiting.ts'

/** The page of the form. It answers a success by a redirect. */
export const HELP_PATH = '/shg-worker-dashboard/help'

export type NewQuestion = { id: string; ownerId: string; text: string }

export async function enqueueQuestion({ id: workLogId, ownerId, text }: NewQuestion): Promise<void> {
  const phone = await openPhone()
  const question = { workLogId, ownerId, taskName: text, refused: null, addedAt: Date.now() }
  await phone.put('questions', await hideEntry(question))
  notify({ kind: 'changed' })
}

/** Sends a question. Returns false if it has to be retried; throws without a network. */
export async function sendQuestion(question: WaitingQuestion): Promise<boolean> {
  const { workLogId: id, taskName: text, ownerId } = question
  const body = new URLSearchParams({ id, ownerId, question: text })
  const answer = await fetchInTime(HELP_PATH, { method: 'POST', body, redirect: 'manual' })
  const refusal = answer.ok || answer.type === 'opaqueredirect' ? null : await refusalOf(answer, ownerId)
  if (refusal === 'later') return false
  if (refusal) await changeEntry('questions', question, { refused: refusal })
  else await (await openPhone()).delete('questions', id)
  notify(refusal ? { kind: 'refused' } : { kind: 'asked', id })
  return true
}
