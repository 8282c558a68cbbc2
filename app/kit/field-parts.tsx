import type { ReactNode } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { classNames } from '#app/kit/text.tsx'

type FieldNotesProps = { id: string; errors?: readonly string[] | null | undefined; success?: ReactNode }

export function FieldNotes({ id, errors, success }: FieldNotesProps) {
  const error = errors?.[0]
  if (error) return <Note id={`${id}-error`} icon="circle-alert" className="field-error" text={error} />
  if (success) return <Note id={`${id}-success`} icon="circle-check" className="field-good" text={success} />
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
