import { Disclosure } from '#app/kit/browser/disclosure.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import type { Problems } from '#app/kit/form-fields.ts'
import { DiscountNote, Totals } from '#app/kit/totals.tsx'
import type { PricedLine } from '#shop/carts/priced-cart.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import type { Quote } from '#shop/pricing/quote.ts'

export type DraftProduct = { number: number; name: string; label: string; isPick: boolean; isMix: boolean }

type DraftLine = Pick<PricedLine, 'key' | 'name' | 'quantity' | 'unitPrice' | 'lineTotal' | 'message'> & {
  picks: string
}

/** The lines that staff enter, with their prices. */
export type Draft = {
  cart: string
  lines: DraftLine[]
  unsold: string | null
  quote: Quote
  discountLabel: string | null
  note: string | null
  canOrder: boolean
}

type DraftLinesProps = { draft: Draft | null; products: DraftProduct[]; problems: Problems | undefined }

/** The fields of an order's lines, and of a product to add. They work without JavaScript. */
export function DraftLines({ draft, products, problems = {} }: DraftLinesProps) {
  const { cart = '', lines = [], unsold = null } = draft ?? {}
  const errorsOf = (name: string) => (problems[name] ? [problems[name]] : null)
  return (
    <>
      <input key={`cart ${cart}`} type="hidden" name="cart" defaultValue={cart} />
      {lines.map(({ key, name, picks, quantity, unitPrice, lineTotal, message }) => (
        <TextField
          key={`${key} ${quantity}`}
          label={`Quantity of ${name}`}
          hint={[picks, `${formatAmount(unitPrice)} each, together ${formatAmount(lineTotal)}`]
            .filter(Boolean)
            .join('. ')}
          errors={errorsOf(`quantity:${key}`) ?? (message ? [message] : null)}
          name={`quantity:${key}`}
          type="number"
          min={0}
          max={999}
          defaultValue={quantity}
        />
      ))}
      {unsold && <p>{unsold} Choose something else.</p>}
      {/* A new key empties the fields after a product was added. */}
      <div key={cart} className="grid gap-4">
        <SelectField label="Add a product" name="add" defaultValue="">
          <option value="">Choose a product</option>
          {products.map(({ number, label }) => (
            <option key={number} value={number}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Quantity to add"
          errors={errorsOf('addQuantity')}
          name="addQuantity"
          type="number"
          min={1}
          max={999}
          defaultValue={1}
        />
        {products.some(({ isMix }) => isMix) && (
          <Disclosure>
            <summary className="link">Tastemakers of a mix</summary>
            <div className="mt-3 grid grid-cols-2 gap-3 max-[30rem]:grid-cols-1">
              {products
                .filter(({ isPick }) => isPick)
                .map(({ number, name }) => (
                  <TextField
                    key={number}
                    label={name}
                    name={`pick-${number}`}
                    type="number"
                    min={0}
                    max={99}
                  />
                ))}
            </div>
          </Disclosure>
        )}
      </div>
    </>
  )
}

export function DraftTotals({ draft }: { draft: Draft | null }) {
  return (
    <div role="status">
      {draft && draft.lines.length > 0 && (
        <>
          <Totals quote={draft.quote} discountLabel={draft.discountLabel} />
          <DiscountNote note={draft.note} />
        </>
      )}
    </div>
  )
}
