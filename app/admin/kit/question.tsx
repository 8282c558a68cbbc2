import { ConfirmDialog } from '#app/admin/kit/confirm-dialog.tsx'

/** The server's question before an irreversible action. Its form repeats the fields that were posted. */
export type Question = {
  title: string
  /** The consequences, one sentence each. */
  lines: string[]
  /** The label of the button that does it. */
  confirm: string
  fields: [name: string, value: string][]
}

/** A confirmation dialog over its page; null renders nothing. */
export function QuestionDialog({
  question,
  closeTo,
}: {
  question: Question | null | undefined
  closeTo: string
}) {
  if (!question) return null
  const { title, lines, confirm, fields } = question
  return (
    <ConfirmDialog title={title} confirm={confirm} leave="Go back" closeTo={closeTo} fields={fields}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmDialog>
  )
}
