import type { ComponentProps } from 'react'
import { FieldNotes } from '#app/kit/field-parts.tsx'
import { type TextFieldProps, useWiring } from '#app/kit/fields.tsx'

type CheckboxProps = Pick<TextFieldProps, 'label' | 'hint' | 'errors'> & ComponentProps<'input'>

export function Checkbox({ label, hint, errors, ...input }: CheckboxProps) {
  const wiring = useWiring(input, { hint, errors })
  return (
    <div>
      <label className="check">
        <input {...input} {...wiring} type="checkbox" />
        <span>
          {label}
          {hint && (
            <span id={`${wiring.id}-description`} className="field-hint block">
              {hint}
            </span>
          )}
        </span>
      </label>
      <FieldNotes id={wiring.id} errors={errors} />
    </div>
  )
}
