import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldNotes } from '#app/kit/field-parts.tsx'
import { NumberInput } from '#app/kit/number-input.tsx'
import { classNames } from '#app/kit/text.tsx'
import { Icon } from './icon.tsx'

type FieldText = {
  label: ReactNode
  hint?: ReactNode
  /** Problems of the value. Only the first is shown. */
  errors?: readonly string[] | null | undefined
  /** A confirmation of the value, for example the city of a PIN code. */
  success?: ReactNode
  /** A problem box between label and control, which replaces `errors`. */
  problem?: ReactNode
  /** Adds '(optional)' to the label, or this word. */
  optional?: boolean | string
  fieldClassName?: string | undefined
}

type Attrs = {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: unknown
}

export function useWiring(
  control: Attrs,
  { hint, errors, success }: Pick<FieldText, 'hint' | 'errors' | 'success'>,
): { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined } {
  const fallback = useId()
  const id = control.id ?? fallback
  const invalid = Boolean(errors?.length)
  const describedBy = [
    control['aria-describedby']?.replace(`${id}-error`, '').trim(),
    hint && `${id}-description`,
    invalid && `${id}-error`,
    !invalid && success && `${id}-success`,
  ]
  const unique = [...new Set(describedBy.filter(Boolean))]
  return {
    id,
    'aria-describedby': unique.join(' ') || undefined,
    'aria-invalid': invalid || Boolean(control['aria-invalid']) || undefined,
  }
}

/** A field: label, control, hint and messages. The caller connects the control by `useWiring`. */
export function FieldFrame({ id, children, ...text }: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className={classNames('field', text.fieldClassName)}>
      <label htmlFor={id} className="field-label">
        {text.label}
        {text.optional && (
          <span className="field-optional"> ({text.optional === true ? 'optional' : text.optional})</span>
        )}
      </label>
      {text.problem}
      {children}
      {text.hint && (
        <p id={`${id}-description`} className="field-hint">
          {text.hint}
        </p>
      )}
      <FieldNotes id={id} errors={text.errors} success={text.success} />
    </div>
  )
}

/** Splits the props of a field into those of its frame and those of its control. */
function useField<Control extends Attrs & { className?: string | undefined }>(props: FieldText & Control) {
  const { label, hint, errors, success, problem, optional, fieldClassName, className, ...control } = props
  const wiring = useWiring(props, { hint, errors, success })
  return {
    frame: { id: wiring.id, label, hint, errors, success, problem, optional, fieldClassName },
    control: { ...control, ...wiring, className: classNames('input', className) },
  }
}

export type TextFieldProps = FieldText & ComponentProps<'input'>

export function TextField(props: TextFieldProps) {
  const { frame, control } = useField<ComponentProps<'input'>>(props)
  const Input = props.type === 'number' ? NumberInput : 'input'
  return (
    <FieldFrame {...frame}>
      <Input {...control} />
    </FieldFrame>
  )
}

export function TextAreaField(props: FieldText & ComponentProps<'textarea'>) {
  const { frame, control } = useField<ComponentProps<'textarea'>>(props)
  return (
    <FieldFrame {...frame}>
      <textarea {...control} />
    </FieldFrame>
  )
}

export function SelectField(props: FieldText & ComponentProps<'select'>) {
  const { frame, control } = useField<ComponentProps<'select'>>(props)
  return (
    <FieldFrame {...frame}>
      <span className="select">
        <select {...control} />
        <Icon name="chevron-down" size="s" />
      </span>
    </FieldFrame>
  )
}

/** The options of a select. Without `names`, the values are also the labels. */
export function Options<Value extends string>(props: {
  values: readonly Value[]
  names?: Readonly<Record<Value, string>>
}) {
  return props.values.map((value) => (
    <option key={value} value={value}>
      {props.names?.[value] ?? value}
    </option>
  ))
}
