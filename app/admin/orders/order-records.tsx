import { Form } from 'react-router'
import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import { type FormValues, fieldsOf, type Problems } from '#app/kit/form-fields.ts'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import type { OrderEvent } from '#shop/orders/order.ts'
import { type OrderChangeEntry, orderHistory } from '#shop/orders/order-history.ts'
import type { OrderMail, OrderMailState } from '#shop/orders/order-mail.ts'
import { MAX_NOTE_LENGTH, NOTE_MINUTES, type OrderNote } from '#shop/orders/order-note.ts'

type OrderChangesProps = {
  events: OrderEvent[]
  actorNames: Record<number, string>
  changes: OrderChangeEntry[]
}

export function OrderChanges({ events, actorNames, changes }: OrderChangesProps) {
  return (
    <ol className="order-changes">
      {orderHistory(events, actorNames, changes).map(({ key, at, text, by, note }) => (
        <li key={key} data-row>
          <time dateTime={at.toISOString()}>{formatDayAndTime(at)}</time>
          <span>
            {text}, <b className="font-semibold">{by}</b>
            {note && <span className="data-sub">{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const STATES: Record<OrderMailState, { name: string; tone: Tone }> = {
  queued: { name: 'Queued', tone: 'info' },
  sent: { name: 'Sent', tone: 'positive' },
  failed: { name: 'Failed', tone: 'danger' },
  dropped: { name: 'Not sent', tone: 'neutral' },
}

export function OrderMails({ mails }: { mails: OrderMail[] }) {
  if (mails.length === 0)
    return <p className="text-ink-soft">No emails are stored for this order. Later ones will be.</p>
  return (
    <ul className="order-entries">
      {mails.map((mail) => (
        <li key={mail.id} data-row>
          <MailHead mail={mail} />
          <details>
            <summary className="link">
              Show the text
              <VisuallyHidden>{` of ${mail.name}, ${formatDayAndTime(mail.at)}`}</VisuallyHidden>
            </summary>
            <MailText mail={mail} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function MailHead({ mail: { name, state, at, recipient, askedBy } }: { mail: OrderMail }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-semibold">{name}</b>
        <Badge tone={STATES[state].tone} dot={false}>
          {STATES[state].name}
        </Badge>
      </p>
      <p className="data-sub">
        <time dateTime={at.toISOString()}>{formatDayAndTime(at)}</time>, to {recipient}
        {askedBy && `, sent again by ${askedBy}`}
      </p>
    </>
  )
}

function MailText({ mail: { id, name, state, subject, text, canSendAgain } }: { mail: OrderMail }) {
  const { isSubmitting, stopTwice } = useSubmitting('send-again')
  return (
    <div className="grid gap-3 pt-2">
      {text === null ? (
        <p className="text-ink-soft">
          {state === 'dropped'
            ? 'This email was not sent, because it no longer applied.'
            : 'The text is written when the email is sent.'}
        </p>
      ) : (
        <>
          <p className="font-semibold">{subject}</p>
          <p className="order-letter">{text}</p>
        </>
      )}
      {state === 'sent' && !canSendAgain && (
        <p className="text-ink-soft">This email no longer matches the order, so it can’t be sent again.</p>
      )}
      {canSendAgain && (
        <PostButton
          fields={{ intent: 'send-again', mailId: id }}
          form={{ onSubmit: stopTwice }}
          look="line"
          busy={isSubmitting}
        >
          Send again
          <VisuallyHidden>{` (${name})`}</VisuallyHidden>
        </PostButton>
      )}
    </div>
  )
}

export type EditableNote = OrderNote & { isEditable: boolean }

type NoteInput = { typed: FormValues | undefined; problems: Problems | undefined }

export function OrderNotes({ notes, typed, problems }: NoteInput & { notes: EditableNote[] }) {
  const { isSubmitting, stopTwice } = useSubmitting('add-note')
  const field = fieldsOf(typed?.intent === 'add-note' ? { values: typed, problems } : undefined)
  return (
    <>
      <Form method="post" onSubmit={stopTwice} className="grid gap-3" key={notes[0]?.id}>
        <input type="hidden" name="intent" value="add-note" />
        <TextAreaField
          {...field('text')}
          label="New note"
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          hint={`Only admins see notes. You can change yours for ${NOTE_MINUTES} minutes.`}
        />
        <div>
          <Button look="line" busy={isSubmitting}>
            Add note
          </Button>
        </div>
      </Form>
      {notes.length > 0 && (
        <ul className="order-entries mt-4" aria-label="Notes, newest first">
          {notes.map((note) => (
            <li key={note.id} data-row>
              <p className="data-sub">
                <b className="font-semibold">{note.authorName ?? 'An admin'}</b>,{' '}
                <time dateTime={note.createdAt.toISOString()}>{formatDayAndTime(note.createdAt)}</time>
                {note.editedAt && `, changed ${formatDayAndTime(note.editedAt)}`}
              </p>
              <p className="order-letter">{note.text}</p>
              {note.isEditable && <NoteForms note={note} typed={typed} problems={problems} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NoteForms({ note: { id, text }, typed, problems }: NoteInput & { note: EditableNote }) {
  const { isSubmitting, stopTwice } = useSubmitting('edit-note')
  const isTyped = typed?.intent === 'edit-note' && typed.noteId === id
  const field = fieldsOf(isTyped ? { values: typed, problems } : undefined, { text })
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <Disclosure open={isTyped} className="grow">
        <summary className="link">Change this note</summary>
        <Form method="post" onSubmit={stopTwice} className="mt-2 grid gap-3">
          <input type="hidden" name="intent" value="edit-note" />
          <input type="hidden" name="noteId" value={id} />
          <TextAreaField {...field('text')} label="Note" maxLength={MAX_NOTE_LENGTH} />
          <div>
            <Button look="line" busy={isSubmitting}>
              Save
            </Button>
          </div>
        </Form>
      </Disclosure>
      <PostButton fields={{ intent: 'delete-note', noteId: id }} look="line" size="sm">
        Delete this note
      </PostButton>
    </div>
  )
}
