import { data } from 'react-router'
import { MessageDialog } from '#app/admin/messages/message-dialog.tsx'
import { MESSAGES } from '#app/admin/messages/messages-page.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { type AdminCtx, adminContext } from '#app/request/guards.server.ts'
import { answerMessage } from '#shop/messages/answer-message.ts'
import { noteInput, replyInput } from '#shop/messages/input.ts'
import { findContactMessage, listReplies } from '#shop/messages/messages.read.ts'
import { noteMessage } from '#shop/messages/note-message.ts'
import { settleMessage } from '#shop/messages/settle-message.ts'
import type { Route } from './+types/message.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, now } = context.get(adminContext)
  const message = await findContactMessage(db, params.id)
  if (!message) throw data(null, { status: 404 })
  return {
    message,
    replies: await listReplies(db, message.id),
    now,
    closeTo: MESSAGES + new URL(request.url).search,
  }
}

type Answered = {
  ok: boolean
  message: string
  typed: { body: string; note: string | null }
  problems: { body?: string; note?: string }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  switch (form.get('intent')) {
    case 'answer':
      return answer(ctx, params.id, form)
    case 'note':
      return note(ctx, params.id, form)
    case 'settle': {
      const status = form.get('status') === 'open' ? 'open' : 'closed'
      const settled = await settleMessage(ctx, { messageId: params.id, status })
      if (!settled.ok) throw data(null, { status: 404 })
      return said(status === 'closed' ? 'Closed as settled' : 'Opened again')
    }
    default:
      throw data(null, { status: 400 })
  }
}

async function answer(ctx: AdminCtx, messageId: string, form: FormData) {
  const parsed = replyInput.safeParse({ body: textOf(form, 'body') })
  if (!parsed.success) {
    const body = parsed.error.issues[0]?.message ?? 'Please write an answer'
    return refused({ body: textOf(form, 'body'), note: null }, { body }, 422)
  }
  const answered = await answerMessage(ctx, { messageId, ...parsed.data })
  if (!answered.ok) throw data(null, { status: 404 })
  return said('Answer sent')
}

async function note(ctx: AdminCtx, messageId: string, form: FormData) {
  const typed = { body: '', note: textOf(form, 'note') }
  const parsed = noteInput.safeParse({ note: typed.note, shown: textOf(form, 'shown') })
  if (!parsed.success) return refused(typed, { note: parsed.error.issues[0]?.message ?? 'Not a note' }, 422)
  const noted = await noteMessage(ctx, { messageId, ...parsed.data })
  if (noted.ok) return said('Note saved')
  if (noted.reason !== 'note_conflict') throw data(null, { status: 404 })
  const theirs = noted.note === '' ? 'emptied it' : `wrote: ${noted.note}`
  return refused(
    typed,
    { note: `Another admin changed the note in the meantime and ${theirs}. Save again to replace it.` },
    409,
  )
}

function said(message: string) {
  return data<Answered>({ ok: true, message, typed: { body: '', note: null }, problems: {} })
}

function refused(typed: Answered['typed'], problems: Answered['problems'], status: number) {
  return data<Answered>({ ok: false, message: 'That was not saved', typed, problems }, { status })
}

export default function Message({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <MessageDialog
      {...loaderData}
      answer={actionData}
      typed={actionData?.typed ?? { body: '', note: null }}
      problems={actionData?.problems ?? {}}
    />
  )
}
