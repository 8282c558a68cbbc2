import { Fragment } from 'react'
import { Form } from 'react-router'
import { PicturesField } from '#app/admin/products/pictures-field.tsx'
import {
  type FormField as Entry,
  type FormPicture,
  PRODUCT_STEPS,
  type ProductTexts,
} from '#app/admin/products/product-form-data.ts'
import { FormField } from '#app/desk/form-field.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Button } from '#app/kit/button.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { SavedDraft } from '#shop/catalogue/draft.ts'
import type { FormStep } from '#shop/catalogue/product-fields.ts'
import { STOCK_REASON_NAMES } from '#shop/inventory/movement.ts'

export const FORM_ID = 'product-form'

export type ProductFormProps = {
  step: FormStep
  categories: { id: string; slug: string; name: string }[]
  texts: ProductTexts
  pictures: FormPicture[]
  problems: Record<string, string>
  /** The product that is edited; null for a new one. */
  base: { version: number; stockQuantity: number } | null
  stock: { reason: string; note: string }
  /** The draft that the form shows; null while there is none. */
  draft: Pick<SavedDraft, 'id' | 'version' | 'savedBy' | 'savedAt'> | null
}

const REASONS = ['made', 'damaged', 'return', 'admin'] as const

/** The labels of the buttons that save the draft and that publish. */
type FormLabels = { saveLabel: string; publishLabel: string }

/** One step of a product's form. The other steps travel along hidden, so that every button sends the whole form. */
export function ProductForm({
  action,
  isBusy,
  saveLabel,
  publishLabel,
  ...form
}: ProductFormProps & FormLabels & { action: string; isBusy: boolean }) {
  const { step, base, draft, pictures, problems } = form
  const at = PRODUCT_STEPS.findIndex((one) => one.step === step)
  const [before, after] = [PRODUCT_STEPS[at - 1], PRODUCT_STEPS[at + 1]]
  return (
    <Form
      id={FORM_ID}
      method="post"
      action={action}
      encType="multipart/form-data"
      className="product-form"
      noValidate
    >
      <UnsavedGuard form={FORM_ID} isRefused={Object.keys(problems).length > 0 && draft === null} />
      <input type="hidden" name="step" value={step} />
      <input type="hidden" name="draft" value={draft?.id ?? ''} />
      <input type="hidden" name="draft_version" value={draft?.version ?? ''} />
      {base && (
        <>
          <input type="hidden" name="version" value={base.version} />
          <input type="hidden" name="stock_shown" value={base.stockQuantity} />
        </>
      )}
      <h2 id="step-title" tabIndex={-1}>
        {PRODUCT_STEPS[at]?.title}
      </h2>
      {step === 'pictures' ? (
        <PicturesField key={keyOf(pictures)} pictures={pictures} problem={problems.images} />
      ) : (
        <StepFields {...form} />
      )}
      <OtherSteps {...form} />
      <div className="product-bar">
        {before && (
          <Button look="line" name="go" value={before.step} icon="arrow-left">
            Back
          </Button>
        )}
        <Button look="line" name="save" value="draft">
          {saveLabel}
        </Button>
        {after ? (
          <Button name="go" value={after.step} iconEnd="arrow-right" busy={isBusy}>
            Next
          </Button>
        ) : (
          <Button name="publish" value="yes" busy={isBusy}>
            {publishLabel}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** A new list from the server replaces the order in the browser. */
function keyOf(pictures: FormPicture[]): string {
  return pictures.map(({ url }) => url).join(' ')
}

function StepFields(form: ProductFormProps) {
  const sections = PRODUCT_STEPS.find(({ step }) => step === form.step)?.sections ?? []
  return sections.map(({ title, fields }) => {
    const inside = (
      <div className="product-fields">
        {fields.map((field) => (
          <OneField key={field.name} field={field} form={form} />
        ))}
      </div>
    )
    if (title === '') return <div key={title}>{inside}</div>
    return (
      <fieldset key={title} data-section={fields[0]?.part}>
        <legend>{title}</legend>
        {inside}
      </fieldset>
    )
  })
}

function OneField({ field: { name, ...field }, form }: { field: Entry; form: ProductFormProps }) {
  const { categories, texts, problems, base, stock } = form
  const options = categories.map(({ id, name: label }) => ({ value: id, label }))
  return (
    <>
      <FormField
        field={field}
        name={name}
        value={texts[name] ?? ''}
        problem={problems[name]}
        options={name === 'category_id' ? options : undefined}
        wideClass="product-field-wide"
      />
      {name === 'stock_quantity' && base && <StockReason stock={stock} problems={problems} />}
    </>
  )
}

/** The values of the steps that are not shown, as their fields would send them. */
function OtherSteps({ step, texts, pictures, base, stock }: ProductFormProps) {
  const others = PRODUCT_STEPS.filter((one) => one.step !== step).flatMap(({ fields }) => fields)
  const values = others.flatMap(({ name, kind }) => {
    const text = texts[name] ?? ''
    if (kind === 'check' && text === '') return []
    const all = kind === 'checks' ? text.split('\n').filter(Boolean) : [text]
    return all.map((value) => ({ name, value }))
  })
  return (
    <>
      {values.map(({ name, value }) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {step !== 'price' && base && (
        <>
          <input type="hidden" name="stock_reason" value={stock.reason} />
          <input type="hidden" name="stock_note" value={stock.note} />
        </>
      )}
      {step !== 'pictures' &&
        pictures.map(({ url, alt }) => (
          <Fragment key={url}>
            <input type="hidden" name="image_url" value={url} />
            <input type="hidden" name="image_alt" value={alt} />
          </Fragment>
        ))}
    </>
  )
}

type StockReasonProps = Pick<ProductFormProps, 'stock' | 'problems'>

function StockReason({ stock, problems }: StockReasonProps) {
  return (
    <>
      <SelectField
        name="stock_reason"
        label="Why the stock changes"
        hint="Only when it does. Enter a count of the shelf under “Count the stock”"
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
