import { Form } from 'react-router'
import { Unfolding } from '#app/kit/browser/unfolding.tsx'
import { Button } from '#app/kit/button.tsx'
import { TextAreaField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { PostButton } from '#app/kit/post-button.tsx'
import { useSubmitting } from '#app/kit/use-submitting.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'
import { MAX_NOTE_LENGTH, NOTE_MINUTES, type OrderNote } from '#shop/orders/order-note.ts'

/** A note, and whether the admin who looks may change it. */
export type ShownNote = OrderNote & { isOpen: boolean }

type Typed = { typed: FormValues | undefined; problems: Problems | undefined }

/** The internal notes of an order, newest first. */
export function OrderNotes({ notes, typed, problems }: Typed & { notes: ShownNote[] }) {
  const { isSubmitting, stopTwice } = useSubmitting('add-note')
  const isAdding = typed?.intent === 'add-note'
  const problem = isAdding ? problems?.text : undefined
  return (
    <>
      <Form method="post" onSubmit={stopTwice} className="grid gap-3" key={notes[0]?.id}>
        <input type="hidden" name="intent" value="add-note" />
        <TextAreaField
          label="New note"
          name="text"
          rows={2}
          defaultValue={isAdding ? typed.text : ''}
          maxLength={MAX_NOTE_LENGTH}
          hint={`Only admins see notes. You can change yours for ${NOTE_MINUTES} minutes.`}
          errors={problem ? [problem] : null}
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
              {note.isOpen && <NoteForms note={note} typed={typed} problems={problems} />}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Changes or deletes one's own note while it is new. */
function NoteForms({ note: { id, text }, typed, problems }: Typed & { note: ShownNote }) {
  const { isSubmitting, stopTwice } = useSubmitting('edit-note')
  const isTyped = typed?.intent === 'edit-note' && typed.noteId === id
  const problem = isTyped ? problems?.text : undefined
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <Unfolding open={isTyped} className="grow">
        <summary className="link">Change this note</summary>
        <Form method="post" onSubmit={stopTwice} className="mt-2 grid gap-3">
          <input type="hidden" name="intent" value="edit-note" />
          <input type="hidden" name="noteId" value={id} />
          <TextAreaField
            label="Note"
            name="text"
            defaultValue={isTyped ? typed.text : text}
            maxLength={MAX_NOTE_LENGTH}
            errors={problem ? [problem] : null}
          />
          <div>
            <Button look="line" busy={isSubmitting}>
              Save
            </Button>
          </div>
        </Form>
      </Unfolding>
      <PostButton fields={{ intent: 'delete-note', noteId: id }} look="line" size="sm">
        Delete this note
      </PostButton>
    </div>
  )
}
