import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type FieldNotesProps = { id: string; errors?: readonly string[] | null | undefined; good?: ReactNode }

/** The error or the confirmation of a control, with its icon. */
export function FieldNotes({ id, errors, good }: FieldNotesProps) {
  const error = errors?.[0]
  if (error) return <Note id={`${id}-error`} icon="circle-alert" className="field-error" text={error} />
  if (good) return <Note id={`${id}-good`} icon="circle-check" className="field-good" text={good} />
  return null
}

function Note(note: {
  id: string
  icon: 'circle-alert' | 'circle-check'
  className: string
  text: ReactNode
}) {
  return (
    <p id={note.id} className={classNames('field-note', note.className)}>
      <Icon name={note.icon} size="s" />
      <span>{note.text}</span>
    </p>
  )
}
