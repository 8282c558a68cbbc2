import { Form, useNavigation } from 'react-router'
import { AdminSection } from '#app/desk/admin-page.tsx'
import { Button } from '#app/kit/button.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { useFormats, useWords } from '#app/programme/words/words.ts'
import type { UpiNotice as Change } from '#shop/programme/upi.ts'

/** UPI changes of workers without email. An admin or coordinator must phone the worker to check each change. */
export function UpiToTell({ changes }: { changes: readonly Change[] }) {
  const { upi: words } = useWords()
  if (changes.length === 0) return null
  return (
    <AdminSection id="upi" title={words.title}>
      <p className="rate-line">{words.line}</p>
      {changes.map((change) => (
        <ChangeToTell key={change.id} change={change} />
      ))}
    </AdminSection>
  )
}

function ChangeToTell({ change }: { change: Change }) {
  const { id, userId, workerName, groupName, phone, askedByName, askedAt, countsFrom, isOver } = change
  const isBusy = useNavigation().formData?.get('id') === id
  const { upi: words } = useWords()
  const { dayAndTime } = useFormats()
  const counts = { time: dayAndTime(countsFrom) }
  return (
    <article className="pay-question">
      <h3>
        {workerName}
        {groupName && `, ${groupName}`}
      </h3>
      <p>{isOver ? words.changed(counts) : words.changes(counts)}</p>
      <p className="data-sub">
        {words.requested({ time: dayAndTime(askedAt), name: askedByName ?? words.system })}
      </p>
      {phone ? (
        <a href={`tel:${phone}`} className="link">
          {phone}
        </a>
      ) : (
        <p>{words.noPhone}</p>
      )}
      <Form method="post" className="upi-buttons">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="userId" value={userId} />
        <Button look="line" name="intent" value="told" busy={isBusy}>
          {words.confirm}
          <VisuallyHidden>: {workerName}</VisuallyHidden>
        </Button>
        {!isOver && (
          <Button look="line" name="intent" value="stop-upi" busy={isBusy}>
            {words.stop}
            <VisuallyHidden>: {workerName}</VisuallyHidden>
          </Button>
        )}
      </Form>
    </article>
  )
}
