import { type ReactNode, useId } from 'react'
import { FieldNotes } from '#app/kit/field-parts.tsx'

export type OptionRow = {
  value: string
  label: ReactNode
  hint?: ReactNode
  end?: ReactNode
  disabled?: boolean
}

type OptionRowsProps = {
  legend: ReactNode
  name: string
  options: OptionRow[]
  defaultValue?: string
  errors?: readonly string[] | null
  required?: boolean
}

export function OptionRows({ legend, errors, options, name, defaultValue, required }: OptionRowsProps) {
  const id = useId()
  const invalid = Boolean(errors?.length)
  return (
    <fieldset className="grid gap-1.5" aria-describedby={invalid ? `${id}-error` : undefined}>
      <legend className="field-label mb-1.5">{legend}</legend>
      <div className="options">
        {options.map(({ value, label, hint, end, disabled }) => (
          <label key={value} className="option">
            <input
              type="radio"
              {...{ name, value, disabled, required }}
              defaultChecked={value === defaultValue}
            />
            <span>
              <span className="font-semibold">{label}</span>
              {hint && <span className="block text-sm text-(--ink-soft)">{hint}</span>}
            </span>
            {end && <span className="option-end">{end}</span>}
          </label>
        ))}
      </div>
      <FieldNotes id={id} errors={errors} />
    </fieldset>
  )
}
