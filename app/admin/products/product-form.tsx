import { Form } from 'react-router'
import { PicturesField } from '#app/admin/products/pictures-field.tsx'
import {
  type FormField as Entry,
  fieldId,
  PRODUCT_PARTS,
  type ProductValues,
} from '#app/admin/products/product-form-data.ts'
import { FieldControl } from '#app/desk/field-control.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { Options, SelectField, TextField } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { fieldData } from '#shop/field.ts'
import { STOCK_REASON_NAMES } from '#shop/inventory/stock.ts'

export const FORM_ID = 'product-form'

export type ProductFormProps = ProductValues & {
  categories: { id: string; slug: string; name: string }[]
  problems: Problems
}

type Slots = { onInput: () => void; historyTo: string | null; children: React.ReactNode }

const REASONS = ['made', 'damaged', 'return', 'admin'] as const

/** All parts of a product's form on one page. `children`: the bar with the save button. */
export function ProductForm({ onInput, historyTo, children, ...form }: ProductFormProps & Slots) {
  const { base, pictures, newUrl, problems } = form
  return (
    <Form
      id={FORM_ID}
      method="post"
      encType="multipart/form-data"
      className="product-form"
      noValidate
      onInput={onInput}
    >
      {/* Enter presses the first button of a form. It must not be a button of the pictures. */}
      <button hidden type="submit">
        Save
      </button>
      {base && (
        <>
          <input type="hidden" name="version" value={base.version} />
          <input type="hidden" name="stock_shown" value={base.stockQuantity} />
        </>
      )}
      {PRODUCT_PARTS.map(({ part, title, sections }) => (
        <section key={part} id={part} className="product-part" aria-labelledby={`${part}-title`}>
          <h2 id={`${part}-title`}>{title}</h2>
          <div>
            {sections.map(([legend, fields]) => (
              <Section key={legend} legend={legend} fields={fields} form={form} />
            ))}
            {part === 'pictures' && (
              // A new list from the server replaces the order chosen in the browser.
              <PicturesField
                key={pictures.map(({ url }) => url).join(' ')}
                pictures={pictures}
                newUrl={newUrl}
                problem={problems.images}
              />
            )}
            {part === 'price' && historyTo && (
              <p>
                <ButtonLink to={historyTo} look="line" size="sm">
                  Stock history
                </ButtonLink>
              </p>
            )}
          </div>
        </section>
      ))}
      {children}
    </Form>
  )
}

function Section({ legend, fields, form }: { legend: string; fields: Entry[]; form: ProductFormProps }) {
  const controls = fields.map((field) => <Control key={field.name} field={field} form={form} />)
  if (legend === '') return <div className="product-fields">{controls}</div>
  return (
    <fieldset data-part={fields[0]?.part}>
      <legend>{legend}</legend>
      <div className="product-fields">{controls}</div>
    </fieldset>
  )
}

function Control({ field: { name, ...field }, form }: { field: Entry; form: ProductFormProps }) {
  const { categories, texts, problems, base } = form
  const options = categories.map(({ id, name: label }) => ({ value: id, label }))
  return (
    <>
      <FieldControl
        id={fieldId(name)}
        field={fieldData(field)}
        name={name}
        value={texts[name] ?? ''}
        problem={problems[name]}
        options={name === 'category_id' ? options : undefined}
        wideClass="product-field-wide"
      />
      {name === 'stock_quantity' && base && <StockReason {...form} />}
    </>
  )
}

function StockReason({ stockReason, stockNote, problems }: ProductFormProps) {
  return (
    <>
      <SelectField
        id={fieldId('stock_reason')}
        name="stock_reason"
        label="Why the stock changes"
        hint="Needed if you change the stock. To enter a count of the shelf, use “Count the stock”"
        defaultValue={stockReason}
        errors={problems.stock_reason ? [problems.stock_reason] : null}
      >
        <option value="">Not changed</option>
        <Options values={REASONS} names={STOCK_REASON_NAMES} />
      </SelectField>
      <TextField
        id={fieldId('stock_note')}
        name="stock_note"
        label="Note on the stock"
        optional
        defaultValue={stockNote}
        errors={problems.stock_note ? [problems.stock_note] : null}
      />
    </>
  )
}
