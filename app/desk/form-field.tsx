import { type ShownFieldProps, ShownFormField } from '#app/desk/shown-field.tsx'
import { type Field, shownField } from '#shop/field.ts'

export function FormField({ field, ...rest }: Omit<ShownFieldProps, 'field'> & { field: Field }) {
  return <ShownFormField {...rest} field={shownField(field)} />
}
