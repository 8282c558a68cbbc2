import { FieldControl, type FieldControlProps } from '#app/desk/field-control.tsx'
import { type Field, fieldData } from '#shop/field.ts'

export function FormField({ field, ...rest }: Omit<FieldControlProps, 'field'> & { field: Field }) {
  return <FieldControl {...rest} field={fieldData(field)} />
}
