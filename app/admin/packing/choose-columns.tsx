import { Form } from 'react-router'
import { AdminTable } from '#app/desk/admin-page.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Options, SelectField } from '#app/kit/fields.tsx'
import type { FormValues } from '#app/kit/form-fields.ts'
import { type CsvFile, columnLabel } from '#shop/kernel/csv-file.ts'
import { CARRIERS } from '#shop/orders/carriers.ts'
import {
  type ColumnChoice,
  type ColumnKind,
  columnsOf,
  likelyColumns,
  type TrackingColumns,
} from '#shop/orders/tracking-file.ts'

export const NO_COLUMN = 'none'

/** The columns of a file, the fields whose column is uncertain, and the preselected columns; '' for none. */
export type ColumnQuestion = {
  columns: ColumnChoice[]
  doubts: string[]
  values: Record<ColumnKind, string>
}

const LABELS = { order: 'The order', number: 'The tracking number', carrier: 'The carrier' } as const
/** Names of form fields. 'carrier' is the chosen carrier, so the column with carriers is called 'courier'. */
const FIELDS: Record<ColumnKind, string> = { order: 'order', number: 'number', carrier: 'courier' }
const KINDS = ['order', 'number', 'carrier'] as const

/** `columns`: the known columns, or null. `typed`: the choice that staff submitted. */
export function questionOf(file: CsvFile, columns: TrackingColumns | null, typed: FormValues | null) {
  const likely = likelyColumns(file)
  const values = {} as ColumnQuestion['values']
  const doubts = typed && !columns ? ['Please choose a different column for each.'] : []
  for (const kind of KINDS) {
    const [first, another] = likely[kind]
    const guess = columns ? (columns[kind] ?? NO_COLUMN) : another ? '' : (first?.at ?? '')
    values[kind] = typed?.[FIELDS[kind]] ?? `${guess}`
    if (columns) continue
    if (another) doubts.push(`${LABELS[kind]} can be in ${likely[kind].map(columnLabel).join(' or ')}.`)
    if (!first) doubts.push(`${LABELS[kind]} is in no column with a usual heading.`)
  }
  if (columns?.carrier === null)
    doubts.push('No column names the carrier. Please choose the carrier of these lines.')
  return { columns: columnsOf(file), doubts, values }
}

/** The carrier for lines that name none. Nothing is preselected: a wrong carrier gives customers a wrong link. */
export function CarrierField({ label, carrier }: { label: string; carrier: string }) {
  return (
    <SelectField label={label} name="carrier" defaultValue={carrier}>
      <option value="">As the file says</option>
      <Options values={CARRIERS} />
    </SelectField>
  )
}

const COLUMNS: Column<ColumnChoice>[] = [
  column.text('Column', ({ at }) => at + 1),
  column.title('Heading', ({ heading }) => heading.slice(0, 60) || '–'),
  column.text('First text', ({ example }) => example.slice(0, 60) || '–'),
]

export function ChooseColumns(props: ColumnQuestion & { content: string; carrier: string }) {
  const { columns, doubts, values, content, carrier } = props
  const options = columns.map((column) => (
    <option key={column.at} value={column.at}>
      {columnLabel(column)}
      {column.example && `, for example ${column.example.slice(0, 40)}`}
    </option>
  ))
  return (
    <section aria-labelledby="choose" className="mt-8">
      <h2 id="choose" className="mb-3 font-semibold text-lg">
        Which columns should be read?
      </h2>
      {doubts.length > 0 && (
        <Banner tone="warning" className="mb-4">
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
        </Banner>
      )}
      <Form method="post" encType="multipart/form-data" className="spend-form">
        <input type="hidden" name="content" value={content} />
        <SelectField label={LABELS.order} name={FIELDS.order} required defaultValue={values.order}>
          <option value="">Choose a column</option>
          {options}
        </SelectField>
        <SelectField label={LABELS.number} name={FIELDS.number} required defaultValue={values.number}>
          <option value="">Choose a column</option>
          {options}
        </SelectField>
        <SelectField label={LABELS.carrier} name={FIELDS.carrier} required defaultValue={values.carrier}>
          <option value="">Choose a column</option>
          <option value={NO_COLUMN}>In no column</option>
          {options}
        </SelectField>
        <CarrierField label="Carrier where the file names none" carrier={carrier} />
        <Button name="columns" value="chosen">
          Read these columns
        </Button>
      </Form>
      <p className="mt-4 mb-3 max-w-read text-ink-soft">
        The shop remembers your choice for the next file with these headings.
      </p>
      <AdminTable caption="Columns of the file" columns={COLUMNS} rows={columns} />
    </section>
  )
}
