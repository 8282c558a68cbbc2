import { data } from 'react-router'
import { z } from 'zod'
import { MessageDialog } from '#app/admin/messages/message-dialog.tsx'
import { MESSAGES } from '#app/desk/paths.ts'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { type FormValues, type Problems, readFields } from '#app/kit/form-fields.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordLook } from '#shop/audit/record-look.ts'
import { answerMessage } from '#shop/messages/answer-message.ts'
import { changeMessageStatus } from '#shop/messages/change-message-status.ts'
import { noteInput, replyInput } from '#shop/messages/input.ts'
import { findContactMessage, listReplies } from '#shop/messages/messages.read.ts'
import { noteMessage } from '#shop/messages/note-message.ts'
import type { Route } from './+types/message.ts'

export const handle: PageHandle = {
  guard: 'messages',
  access: { at: '/admin/dashboard/messages/{nothing}', get: 404, post: 422 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const message = await findContactMessage(db, params.id)
  if (!message) throw data(null, { status: 404 })
  await recordLook(ctx, { entity: 'message', entityId: message.id, personId: null })
  return {
    message,
    replies: await listReplies(db, message.id),
    now,
    closeTo: MESSAGES + new URL(request.url).search,
  }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('answer'), ...replyInput.shape, seen: z.coerce.number().int().min(0) }),
  z.object({ intent: z.literal('note'), ...noteInput.shape }),
  z.object({ intent: z.literal('settle'), status: z.enum(['open', 'closed']) }),
])

/** Shows what another admin did meanwhile. */
export const shouldRevalidate = afterRefusal

type Answered = { ok: boolean; message: string | null; problems: Problems; values: FormValues }

const NOT_SAVED = 'That was not saved'

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const messageId = params.id
  const sent = readFields(forms, await formOf(request))
  if (!sent.ok) return invalid(sent, NOT_SAVED)
  switch (sent.value.intent) {
    case 'answer': {
      const { body, seen } = sent.value
      const answered = await answerMessage(ctx, { messageId, body, seen })
      if (answered.ok) return done('Answer sent')
      return answered.reason === 'answered_meanwhile' ? overtaken(answered.by, body) : notFound()
    }
    case 'note':
      return note(ctx, messageId, sent.value)
    case 'settle': {
      const { status } = sent.value
      const settled = await changeMessageStatus(ctx, { messageId, status })
      return settled.ok ? done(status === 'closed' ? 'Closed as settled' : 'Opened again') : notFound()
    }
  }
}

function overtaken(by: string | null, body: string) {
  const problem = `${by ?? 'Another admin'} has answered in the meantime, as shown above. Nothing of yours was sent; send again if the customer shall get it, too.`
  const answer = {
    ok: false,
    message: 'Your answer was not sent',
    problems: { body: problem },
    values: { body },
  }
  return data<Answered>(answer, { status: 409 })
}

async function note(ctx: StaffCtx, messageId: string, sent: z.infer<typeof noteInput>) {
  const noted = await noteMessage(ctx, { messageId, note: sent.note, shown: sent.shown })
  if (noted.ok) return done('Note saved')
  if (noted.reason !== 'note_conflict') return notFound()
  const theirs = noted.note === '' ? 'emptied it' : `wrote: ${noted.note}`
  const problem = `Another admin changed the note in the meantime and ${theirs}. Save again to replace it.`
  const answer = { ok: false, message: NOT_SAVED, problems: { note: problem }, values: { note: sent.note } }
  return data<Answered>(answer, { status: 409 })
}

function done(message: string) {
  return data<Answered>({ ok: true, message, problems: {}, values: {} })
}

function notFound(): never {
  throw data(null, { status: 404 })
}

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MessageDialog
      {...loaderData}
      answer={actionData}
      typed={actionData?.values ?? {}}
      problems={actionData?.problems ?? {}}
    />
  )
}
