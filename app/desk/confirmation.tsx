import { useState } from 'react'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'

/** The confirmation that the server requires for an irreversible action. Its form repeats the posted fields. */
export type Confirmation = {
  title: string
  lines: string[]
  confirm: string
  fields: [name: string, value: string][]
}

type ConfirmationDialogProps = {
  confirmation: Confirmation | null | undefined
  closeTo: string
  leave?: string
}

/** A dialog over its page that asks for confirmation. Null renders nothing. */
export function ConfirmationDialog({ confirmation, closeTo, leave = 'Go back' }: ConfirmationDialogProps) {
  const [dismissed, setDismissed] = useState<Confirmation | null>(null)
  if (!confirmation) return null
  const { title, lines, confirm, fields } = confirmation
  return (
    <ConfirmDialog
      {...{ title, confirm, closeTo, fields, leave }}
      opened={{ open: confirmation !== dismissed, onClose: () => setDismissed(confirmation) }}
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </ConfirmDialog>
  )
}
