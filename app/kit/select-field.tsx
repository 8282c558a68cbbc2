import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { FieldFrame, type FieldText, useWiring } from './field.tsx'
import { Icon } from './icon.tsx'

export type SelectFieldProps = FieldText & ComponentProps<'select'>

/** A choice from a list; the children are `<option>`s. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, errors, good, optional, fieldClassName, className, ...input } = props
  const wiring = useWiring(input, { hint, errors, good })
  return (
    <FieldFrame id={wiring.id} {...{ label, hint, errors, good, optional, fieldClassName }}>
      <span className="select">
        <select {...input} {...wiring} className={classNames('input', className)} />
        <Icon name="chevron-down" size="s" />
      </span>
    </FieldFrame>
  )
}
