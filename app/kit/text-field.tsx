import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldText, useWiring } from './field.tsx'

export type TextFieldProps = FieldText & ComponentProps<'input'>

/** One line of input with label and messages: `<TextField label="Email" type="email" {...field('email')} />`. */
export function TextField({
  label,
  hint,
  errors,
  good,
  optional,
  fieldClassName,
  className,
  ...input
}: TextFieldProps) {
  const wiring = useWiring(input, { hint, errors, good })
  return (
    <FieldFrame id={wiring.id} {...{ label, hint, errors, good, optional, fieldClassName }}>
      <input {...input} {...wiring} className={classNames('input', className)} />
    </FieldFrame>
  )
}
