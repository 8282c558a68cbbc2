import type { ComponentProps } from 'react'
import { FieldNotes, type FieldText, useWiring } from './field.tsx'

export type CheckboxProps = Pick<FieldText, 'label' | 'hint' | 'errors'> & ComponentProps<'input'>

/** A tick box with its text to the right; the whole row is the target. */
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
