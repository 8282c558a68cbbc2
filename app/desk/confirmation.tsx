import { useState } from 'react'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'

/** The confirmation that the server requires for an irreversible action. Its form repeats the posted fields. */
export type Confirmation = {
  title: string
  /** The consequences, one sentence each. */
  lines: string[]
  /** The label of the button that does it. */
  confirm: string
  fields: [name: string, value: string][]
}

/** A confirmation dialog over its page; null renders nothing. */
export function ConfirmationDialog({
  confirmation,
  closeTo,
  leave = 'Go back',
}: {
  confirmation: Confirmation | null | undefined
  closeTo: string
  /** The label of the button that changes nothing. */
  leave?: string
}) {
  const [closed, setClosed] = useState<Confirmation | null>(null)
  if (!confirmation) return null
  const { title, lines, confirm, fields } = confirmation
  return (
    <ConfirmDialog
      {...{ title, confirm, closeTo, fields, leave }}
      opened={{ open: confirmation !== closed, onClose: () => setClosed(confirmation) }}
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmDialog>
  )
}
