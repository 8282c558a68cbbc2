import { Fragment } from 'react'
import { Form } from 'react-router'
import { FormField } from '#app/admin/kit/form-field.tsx'
import { PicturesField } from '#app/admin/products/pictures-field.tsx'
import { FORM_GROUPS, type FormPicture, type ProductTexts } from '#app/admin/products/product-form-data.ts'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import { STOCK_REASON_NAMES } from '#shop/inventory/movement.ts'

export const FORM_ID = 'product-form'

export type ProductFormProps = {
  categories: { id: string; name: string }[]
  texts: ProductTexts
  pictures: FormPicture[]
  problems: Record<string, string>
  /** The product that is edited; null for a new one. */
  base: { version: number; stockQuantity: number } | null
  stock: { reason: string; note: string }
}

const REASONS = ['made', 'counted', 'damaged', 'return', 'admin'] as const

/** The form of a product; its buttons are in the dialog's foot. */
export function ProductForm({ categories, texts, pictures, problems, base, stock }: ProductFormProps) {
  const categoryOptions = categories.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Form
      id={FORM_ID}
      method="post"
      replace
      encType="multipart/form-data"
      className="product-form"
      noValidate
    >
      {base && (
        <>
          <input type="hidden" name="version" value={base.version} />
          <input type="hidden" name="stock_shown" value={base.stockQuantity} />
        </>
      )}
      {FORM_GROUPS.map(({ title, fields }, at) => (
        <fieldset key={title}>
          <legend>{title}</legend>
          <div className="product-fields">
            {fields.map(({ name, ...field }) => (
              <Fragment key={name}>
                <FormField
                  field={field}
                  name={name}
                  value={texts[name] ?? ''}
                  problem={problems[name]}
                  options={name === 'category_id' ? categoryOptions : undefined}
                  wideClass="product-field-wide"
                />
                {name === 'stock_quantity' && base && <StockReason stock={stock} problems={problems} />}
              </Fragment>
            ))}
          </div>
          {at === 0 && <PicturesField key={keyOf(pictures)} pictures={pictures} problem={problems.images} />}
        </fieldset>
      ))}
    </Form>
  )
}

/** A new list from the server replaces the order in the browser. */
function keyOf(pictures: FormPicture[]): string {
  return pictures.map(({ url }) => url).join(' ')
}

function StockReason({
  stock,
  problems,
}: {
  stock: ProductFormProps['stock']
  problems: ProductFormProps['problems']
}) {
  return (
    <>
      <SelectField
        name="stock_reason"
        label="Why the stock changes"
        hint="Only when it does"
        defaultValue={stock.reason}
        errors={problems.stock_reason ? [problems.stock_reason] : null}
      >
        <option value="">Not changed</option>
        {REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {STOCK_REASON_NAMES[reason]}
          </option>
        ))}
      </SelectField>
      <TextField
        name="stock_note"
        label="Note on the stock"
        optional
        defaultValue={stock.note}
        errors={problems.stock_note ? [problems.stock_note] : null}
      />
    </>
  )
}
