import type { ComponentProps, ReactNode } from 'react'
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

/** A number field. The mouse wheel scrolls the page and never changes the number. */
export function NumberInput(props: Omit<ComponentProps<'input'>, 'onWheel'>) {
  // Browsers change only a focused number field. React cannot cancel the wheel event, because its listeners are
  // passive.
  return (
    <input type="number" inputMode="numeric" {...props} onWheel={(event) => event.currentTarget.blur()} />
  )
}
