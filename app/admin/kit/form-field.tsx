import { Checkbox, SelectField, TextAreaField, TextField } from '#app/kit/fields.tsx'
import { type Field, labelOf } from '#shop/field.ts'

type Option = { value: string; label: string }

type FormFieldProps = {
  field: Field
  name: string
  value: string
  problem: string | undefined
  /** In place of the field's own values. */
  options?: readonly Option[] | undefined
  /** The class of a field that takes the whole width. */
  wideClass?: string
}

const LEVELS = ['0', '1', '2', '3', '4', '5']

/** The control of a field, by its kind. */
export function FormField({ field, name, value, problem, options, wideClass }: FormFieldProps) {
  const { kind, hint, optional, values = [], names } = field
  const label = labelOf(field)
  const errors = problem ? [problem] : null
  const common = { name, label, hint, optional, errors, fieldClassName: field.wide && wideClass }
  switch (kind) {
    case 'check':
      return <Checkbox name={name} label={label} hint={hint} defaultChecked={value !== ''} errors={errors} />
    case 'checks':
      return (
        <fieldset className={wideClass}>
          <legend className="field-label">{label}</legend>
          <div className="product-checks">
            {optionsOf(values, names).map((option) => (
              <Checkbox
                key={option.value}
                name={name}
                value={option.value}
                label={option.label}
                defaultChecked={value.split('\n').includes(option.value)}
              />
            ))}
          </div>
        </fieldset>
      )
    case 'text':
    case 'lines':
    case 'nutrients':
      return <TextAreaField {...common} rows={field.rows ?? 3} defaultValue={value} />
    case 'choice':
    case 'level':
      return (
        <SelectField {...common} defaultValue={value}>
          {field.empty ? null : <option value="">{optional ? 'None' : 'Please choose'}</option>}
          {(options ?? optionsOf(kind === 'level' ? LEVELS : values, names)).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      )
    case 'day':
      return <TextField {...common} type="date" defaultValue={value} />
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

/** 'low-gi' is shown as 'Low gi' where it has no name of its own. */
function optionsOf(values: readonly string[], names: Readonly<Record<string, string>> = {}): Option[] {
  const words = (value: string) => `${value.charAt(0).toUpperCase()}${value.slice(1)}`.replaceAll('-', ' ')
  return values.map((value) => ({ value, label: names[value] ?? words(value) }))
}
