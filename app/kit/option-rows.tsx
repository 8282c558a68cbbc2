import { type ReactNode, useId } from 'react'
import { FieldNotes } from './field-notes.tsx'

export type OptionRow = {
  value: string
  label: ReactNode
  hint?: ReactNode
  /** Shown at the right edge, for example a price. */
  end?: ReactNode
  disabled?: boolean
}

export type OptionRowsProps = {
  legend: ReactNode
  /** For screen readers only, when a heading above already says it. */
  legendHidden?: boolean
  name: string
  options: OptionRow[]
  /** The initial choice of an uncontrolled group. */
  defaultValue?: string
  /** The choice of a controlled group, with `onChange`. */
  value?: string
  onChange?: (value: string) => void
  errors?: readonly string[] | null
  required?: boolean
}

/** Joined radio buttons; the chosen row is filled. */
export function OptionRows({ legend, legendHidden, errors, options, ...group }: OptionRowsProps) {
  const id = useId()
  const invalid = Boolean(errors?.length)
  return (
    <fieldset className="grid gap-1.5" aria-describedby={invalid ? `${id}-error` : undefined}>
      <legend className={legendHidden ? 'sr-only' : 'field-label mb-1.5'}>{legend}</legend>
      <div className="options">
        {options.map((option) => (
          <Row key={option.value} option={option} {...group} />
        ))}
      </div>
      <FieldNotes id={id} errors={errors} />
    </fieldset>
  )
}

type RowProps = { option: OptionRow } & Pick<
  OptionRowsProps,
  'name' | 'value' | 'defaultValue' | 'onChange' | 'required'
>

function Row({ option, name, value, defaultValue, onChange, required }: RowProps) {
  const state =
    value === undefined
      ? { defaultChecked: option.value === defaultValue }
      : { checked: option.value === value }
  return (
    <label className="option">
      <input
        type="radio"
        name={name}
        value={option.value}
        disabled={option.disabled}
        required={required}
        {...state}
        onChange={onChange && (() => onChange(option.value))}
        readOnly={value !== undefined && !onChange}
      />
      <span>
        <span className="font-semibold">{option.label}</span>
        {option.hint && <span className="block text-sm text-(--ink-soft)">{option.hint}</span>}
      </span>
      {option.end && <span className="option-end">{option.end}</span>}
    </label>
  )
}
