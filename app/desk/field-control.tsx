import { Checkbox } from '#app/kit/checkbox.tsx'
import { SelectField, TextAreaField, TextField } from '#app/kit/fields.tsx'
import type { FieldData } from '#shop/field.ts'

type Option = { value: string; label: string }

export type FieldControlProps = {
  field: FieldData
  id?: string
  name: string
  value: string
  problem: string | undefined
  /** Options that replace the field's own. */
  options?: readonly Option[] | undefined
  /** The earliest day that can be chosen. */
  min?: string | undefined
  /** Words that replace 'optional' and 'None'. */
  words?: { optional: string; none: string }
  wideClass?: string
}

const LEVELS = ['0', '1', '2', '3', '4', '5']

/** The control of a field, depending on its kind. Imports no schema, so that pages do not load Zod. */
export function FieldControl(props: FieldControlProps) {
  const { field, id, name, value, problem, options, min, words, wideClass } = props
  const { kind, label, required, hint, optional, values = [], names, lang, maxLength, suggestions } = field
  const errors = problem ? [problem] : null
  const common = {
    ...{ id, name, label, hint, errors, lang, required },
    optional: optional && (words?.optional ?? true),
    fieldClassName: field.wide && wideClass,
  }
  switch (kind) {
    case 'boolean':
      return <Checkbox {...{ id, name, label, hint, errors }} defaultChecked={value !== ''} />
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
      return <TextAreaField {...common} rows={field.rows ?? 3} maxLength={maxLength} defaultValue={value} />
    case 'choice':
    case 'id':
    case 'level':
      return (
        <SelectField {...common} defaultValue={value}>
          {field.isFilled ? null : (
            <option value="">{optional ? (words?.none ?? 'None') : 'Please choose'}</option>
          )}
          {(options ?? optionsOf(kind === 'level' ? LEVELS : values, names)).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      )
    case 'date':
      return <TextField {...common} type="date" min={min} defaultValue={value} />
    default:
      return (
        <>
          <TextField
            {...common}
            maxLength={maxLength}
            defaultValue={value}
            inputMode={kind === 'line' ? undefined : kind === 'integer' ? 'numeric' : 'decimal'}
            autoComplete="off"
            list={suggestions && `${name}-suggestions`}
          />
          {suggestions && <Suggestions id={`${name}-suggestions`} of={suggestions} />}
        </>
      )
  }
}

/** English suggestions for a text field, with their Hindi. */
function Suggestions({ id, of }: { id: string; of: Readonly<Record<string, string>> }) {
  return (
    <datalist id={id}>
      {Object.entries(of).map(([english, hindi]) => (
        <option key={english} value={english} label={hindi} />
      ))}
    </datalist>
  )
}

/** Returns the options of a field. 'low-gi' becomes 'Low gi' unless it has a display name. */
function optionsOf(values: readonly string[], names: Readonly<Record<string, string>> = {}): Option[] {
  const words = (value: string) => `${value.charAt(0).toUpperCase()}${value.slice(1)}`.replaceAll('-', ' ')
  return values.map((value) => ({ value, label: names[value] ?? words(value) }))
}
