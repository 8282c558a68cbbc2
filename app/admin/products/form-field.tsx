import type { ProductField } from '#app/admin/products/product-fields.ts'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { SelectField } from '#app/kit/select-field.tsx'
import { TextAreaField } from '#app/kit/text-area-field.tsx'
import { TextField } from '#app/kit/text-field.tsx'

type FormFieldProps = { field: ProductField; value: string; problem: string | undefined }

/** One field of the product form, drawn after its kind. */
export function FormField({ field, value, problem }: FormFieldProps) {
  const { name, label, kind, hint, optional, options = [], wide } = field
  const errors = problem ? [problem] : null
  const common = { name, label, hint, optional, errors, fieldClassName: wide && 'product-field-wide' }
  switch (kind) {
    case 'check':
      return <Checkbox name={name} label={label} defaultChecked={value !== ''} errors={errors} />
    case 'checks':
      return <Choices field={field} chosen={value.split('\n')} />
    case 'text':
    case 'lines':
    case 'nutrients':
      return <TextAreaField {...common} rows={3} defaultValue={value} />
    case 'choice':
    case 'level':
      return (
        <SelectField {...common} defaultValue={value}>
          <option value="">{optional ? 'None' : 'Please choose'}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      )
    default:
      return (
        <TextField
          {...common}
          defaultValue={value}
          inputMode={kind === 'line' ? undefined : kind === 'whole' ? 'numeric' : 'decimal'}
          autoComplete="off"
        />
      )
  }
}

function Choices({
  field: { name, label, options = [] },
  chosen,
}: {
  field: ProductField
  chosen: string[]
}) {
  return (
    <fieldset className="product-field-wide">
      <legend className="field-label">{label}</legend>
      <div className="product-checks">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            value={option.value}
            label={option.label}
            defaultChecked={chosen.includes(option.value)}
          />
        ))}
      </div>
    </fieldset>
  )
}
