import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { MessageBadge, RedressDeadline, TicketDeadline } from '#app/admin/messages/message-state.tsx'
import type { AdminAnswer } from '#app/desk/admin-page.tsx'
import { MESSAGES } from '#app/desk/paths.ts'
import { Facts, RecordDialog } from '#app/desk/record-dialog.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import { fieldsOf } from '#app/kit/form-fields.ts'
import { PostButton } from '#app/kit/submit-button.tsx'
import { invalid, readFormFields } from '#app/request/form.server.ts'
import { orNotFound, type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { answerMessage, changeMessageStatus, saveMessageNote } from '#shop/messages/answer-message.ts'
import { noteInput, replyInput } from '#shop/messages/input.ts'
import {
  type ContactMessage,
  MAX_MESSAGE_LENGTH,
  type MessageReply,
  subjectLabel,
} from '#shop/messages/message.ts'
import { findContactMessage, listReplies } from '#shop/messages/messages.read.ts'
import type { Route } from './+types/message.ts'

export const handle: PageHandle = {
  guard: 'messages',
  access: { at: '/admin/dashboard/messages/{nothing}', get: 404, post: 422 },
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const message = orNotFound(await findContactMessage(db, params.id))
  await recordView(ctx, { entity: 'message', entityId: message.id, personId: null })
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

/** Loads the message again after a refusal, to show what another admin did in the meantime. */
export const shouldRevalidate = afterRefusal

const NOT_SAVED = 'Your change was not saved'

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const messageId = params.id
  const { fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields, NOT_SAVED)
  const form = fields.value
  switch (form.intent) {
    case 'answer': {
      const { body, seen } = form
      const result = await answerMessage(ctx, { messageId, body, seen })
      if (result.ok) return success('Answer sent')
      return result.reason === 'answered_meanwhile' ? answeredMeanwhile(result.by, body) : notFound()
    }
    case 'note':
      return saveNote(ctx, messageId, form)
    case 'settle': {
      const { status } = form
      const result = await changeMessageStatus(ctx, { messageId, status })
      return result.ok ? success(status === 'closed' ? 'Closed as settled' : 'Opened again') : notFound()
    }
  }
}

function answeredMeanwhile(by: string | null, body: string) {
  const problem = `${by ?? 'Another admin'} has answered in the meantime, as shown above. Your answer was not sent; send it again if the customer should get it too.`
  const message = 'Your answer was not sent'
  const answer = { ok: false, message, problems: { body: problem }, values: { body } }
  return data<AdminAnswer>(answer, { status: 409 })
}

async function saveNote(ctx: StaffCtx, messageId: string, form: z.infer<typeof noteInput>) {
  const result = await saveMessageNote(ctx, { messageId, note: form.note, shown: form.shown })
  if (result.ok) return success('Note saved')
  if (result.reason !== 'note_conflict') return notFound()
  const theirs = result.note === '' ? 'emptied it' : `wrote: ${result.note}`
  const problem = `Another admin changed the note in the meantime and ${theirs}. Save again to replace it.`
  const answer = { ok: false, message: NOT_SAVED, problems: { note: problem }, values: { note: form.note } }
  return data<AdminAnswer>(answer, { status: 409 })
}

function success(message: string) {
  return data<AdminAnswer>({ ok: true, message })
}

function notFound(): never {
  throw data(null, { status: 404 })
}

const FORMS_ID = 'message-forms'

const SIDES = { millet: 'Partner With Us', hydration: 'Contact Us (hydration)' } as const

/** Shows one message: its text, its deadline, earlier answers, and a form to answer it. */
export default function MessageDialog({ loaderData, actionData }: Route.ComponentProps) {
  const { message, replies, now, closeTo } = loaderData
  const field = fieldsOf(actionData, { note: message.note })
  const { ticket, name, subject, status } = message
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <RecordDialog title={`${ticket}: ${subjectLabel(subject)}`} closeTo={closeTo} answer={actionData}>
      <MessageFacts message={message} now={now} />
      <section>
        <h3>Conversation</h3>
        <p className="letter">{message.message}</p>
        {replies.map((reply) => (
          <Reply key={reply.id} reply={reply} />
        ))}
      </section>
      <UnsavedGuard form={FORMS_ID} isRefused={Object.keys(actionData?.values ?? {}).length > 0} />
      <div id={FORMS_ID} className="contents">
        <Form method="post" className="record-form" key={replies.length}>
          <input type="hidden" name="intent" value="answer" />
          <input type="hidden" name="seen" value={replies.length} />
          <TextAreaField
            {...field('body')}
            label={`Answer to ${name}`}
            hint="The sender gets it by email, with the original message below it."
            rows={5}
            maxLength={MAX_MESSAGE_LENGTH}
          />
          <Button busy={isBusy}>Send answer</Button>
        </Form>
        <Form method="post" className="record-form" key={message.note}>
          <input type="hidden" name="intent" value="note" />
          <input type="hidden" name="shown" value={message.note} />
          <TextAreaField {...field('note')} label="Internal note" hint="Only admins see it." rows={2} />
          <Button look="line">Save note</Button>
        </Form>
      </div>
      <PostButton
        fields={{ intent: 'settle', status: status === 'closed' ? 'open' : 'closed' }}
        form={{ className: 'record-buttons' }}
        look="line"
      >
        {status === 'closed' ? 'Open again' : 'Close as settled'}
      </PostButton>
    </RecordDialog>
  )
}

function MessageFacts({ message, now }: { message: ContactMessage; now: Date }) {
  const { name, email, side, createdAt, status } = message
  return (
    <Facts
      facts={[
        { label: 'From', value: `${name} <${email}>` },
        { label: 'Form', value: SIDES[side] },
        { label: 'Received', value: formatDayAndTime(createdAt) },
        { label: 'State', value: <MessageBadge status={status} /> },
        { label: 'Ticket email, within 48 hours', value: <TicketDeadline {...{ message, now }} /> },
        { label: 'Settled, within a month', value: <RedressDeadline {...{ message, now }} /> },
      ]}
    />
  )
}

function Reply({ reply: { body, actorName, createdAt, sentAt } }: { reply: MessageReply }) {
  return (
    <div className="mt-3">
      <p className="letter-by">
        {`${actorName ?? 'A former admin'}, ${formatDayAndTime(createdAt)}. `}
        {sentAt ? 'Emailed.' : 'The email is on its way.'}
      </p>
      <p className="letter letter-reply">{body}</p>
    </div>
  )
}
