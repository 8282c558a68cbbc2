import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldText, useWiring } from './field.tsx'

export type TextAreaFieldProps = FieldText & ComponentProps<'textarea'>

/** Several lines of input; grows with its text where the browser can. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, errors, good, optional, fieldClassName, className, ...input } = props
  const wiring = useWiring(input, { hint, errors, good })
  return (
    <FieldFrame id={wiring.id} {...{ label, hint, errors, good, optional, fieldClassName }}>
      <textarea {...input} {...wiring} className={classNames('input', className)} />
    </FieldFrame>
  )
}
