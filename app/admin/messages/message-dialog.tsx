import { Form, useNavigation } from 'react-router'
import { DeadlineText, MessageBadge } from '#app/admin/messages/messages-page.tsx'
import type { AdminAnswer } from '#app/desk/admin-page.tsx'
import { Facts, RecordDialog } from '#app/desk/record-dialog.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import {
  type ContactMessage,
  MAX_MESSAGE_LENGTH,
  type MessageReply,
  subjectLabel,
} from '#shop/messages/message.ts'
import { acknowledgementDeadline, redressDeadline } from '#shop/messages/sla.ts'

export type MessageDialogProps = {
  message: ContactMessage
  replies: MessageReply[]
  now: Date
  closeTo: string
  answer: AdminAnswer | undefined
  /** The typed values of a refused form. */
  typed: FormValues
  problems: Problems
}

/** The id of what holds the forms to type into. */
const TYPED = 'message-forms'

const SIDES = { millet: 'Partner With Us', hydration: 'Contact Us (hydration)' } as const

/** One message: its text, its deadline, earlier answers, and a form to answer. */
export function MessageDialog({
  message,
  replies,
  now,
  closeTo,
  answer,
  typed,
  problems,
}: MessageDialogProps) {
  const { ticket, name, email, subject, side, createdAt, status } = message
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <RecordDialog title={`${ticket}: ${subjectLabel(subject)}`} closeTo={closeTo} answer={answer}>
      <Facts
        facts={[
          { label: 'From', value: `${name} <${email}>` },
          { label: 'Form', value: SIDES[side] },
          { label: 'Received', value: formatDayAndTime(createdAt) },
          { label: 'State', value: <MessageBadge status={status} /> },
          {
            label: 'Ticket email, within 48 hours',
            value: (
              <DeadlineText
                clock={acknowledgementDeadline(message, now)}
                since={createdAt}
                now={now}
                done="Sent"
              />
            ),
          },
          {
            label: 'Settled, within a month',
            value: (
              <DeadlineText
                clock={redressDeadline(message, now)}
                since={createdAt}
                now={now}
                done="Settled"
              />
            ),
          },
        ]}
      />
      <section>
        <h3>Conversation</h3>
        <p className="letter">{message.message}</p>
        {replies.map((reply) => (
          <Reply key={reply.id} reply={reply} />
        ))}
      </section>
      <UnsavedGuard form={TYPED} isRefused={Object.keys(typed).length > 0} />
      <div id={TYPED} className="contents">
        <Form method="post" className="record-form" key={replies.length}>
          <input type="hidden" name="intent" value="answer" />
          <input type="hidden" name="seen" value={replies.length} />
          <TextAreaField
            name="body"
            label={`Answer to ${name}`}
            hint="Goes to the sender by email, with the question below it."
            rows={5}
            maxLength={MAX_MESSAGE_LENGTH}
            defaultValue={typed.body ?? ''}
            errors={problems.body ? [problems.body] : null}
          />
          <Button busy={isBusy}>Send answer</Button>
        </Form>
        <Note message={message} typed={typed.note} problem={problems.note} />
      </div>
      <Form method="post" className="record-buttons">
        <input type="hidden" name="intent" value="settle" />
        <Button look="line" name="status" value={status === 'closed' ? 'open' : 'closed'}>
          {status === 'closed' ? 'Open again' : 'Close as settled'}
        </Button>
      </Form>
    </RecordDialog>
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

type NoteProps = { message: ContactMessage; typed: string | undefined; problem: string | undefined }

function Note({ message: { note }, typed, problem }: NoteProps) {
  return (
    <Form method="post" className="record-form" key={note}>
      <input type="hidden" name="intent" value="note" />
      <input type="hidden" name="shown" value={note} />
      <TextAreaField
        name="note"
        label="Internal note"
        hint="Only admins see it."
        rows={2}
        defaultValue={typed ?? note}
        errors={problem ? [problem] : null}
      />
      <Button look="line">Save note</Button>
    </Form>
  )
}
