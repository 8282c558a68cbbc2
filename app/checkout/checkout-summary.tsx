import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'
import { OrderableTotals } from '#app/cart/cart-summary.tsx'
import { CHECKOUT_FORM, REFUSED_CODE, storeDraft } from '#app/checkout/delivery-draft.ts'
import { FormLink } from '#app/checkout/form-link.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { SidePanel } from '#app/kit/totals.tsx'
import { OrderLines } from '#app/orders/order-lines.tsx'
import type { OrderablePart } from '#shop/carts/cart-view.ts'
import { picksText } from '#shop/carts/mix.ts'
import { changeNote, type PriceSnapshot, parseSnapshot } from '#shop/carts/price-snapshot.ts'
import { allergensOfLine, type PricedLine } from '#shop/carts/priced-cart.ts'
import type { Quote } from '#shop/pricing/quote.ts'

type CouponEntryProps = {
  /** The applied code, or null. */
  code: string | null
  /** An entered code that is not applied, or ''. */
  storedCode: string
  /** The refused code with the reason, or the applied code with the reason why it gives no discount. */
  refusal: { code: string; message: string } | null
  /** True if the field of a refused code gets the focus, because the address has no problems. */
  takesFocus: boolean
}

/** The field for a coupon code. Its controls belong to the address form, so that both are sent together. */
export function CouponEntry({ code, storedCode, refusal, takesFocus }: CouponEntryProps) {
  return (
    <div className="mt-5 border-line border-t pt-4">
      {code ? (
        <AppliedCode code={code} problem={refusal?.message ?? null} />
      ) : (
        <CodeField key={refusal?.code} {...{ storedCode, refusal, takesFocus }} />
      )}
    </div>
  )
}

function AppliedCode({ code, problem }: { code: string; problem: string | null }) {
  return (
    <div role="status">
      <div className="flex items-center justify-between gap-3">
        <p className="flex min-w-0 items-center gap-2">
          <Icon name="tag" size="s" />
          <span className="min-w-0">
            Code <b className="numeric break-all">{code}</b>
          </span>
        </p>
        <CouponButton value="remove">
          Remove<VisuallyHidden> code {code}</VisuallyHidden>
        </CouponButton>
      </div>
      {problem && <p className="mt-2 text-danger text-sm">{problem}</p>}
    </div>
  )
}

/**
 * The field for a code. Once hydrated, it does not belong to the address form, because an applied code removes it, and
 * removing it would make that form validate its fields. A hidden field sends the code.
 */
function CodeField({ storedCode, refusal, takesFocus }: Omit<CouponEntryProps, 'code'>) {
  const apply = useRef<HTMLButtonElement>(null)
  const initial = refusal?.code ?? storedCode
  const [code, setCode] = useState(initial)
  const fieldOfForm = { form: CHECKOUT_FORM, name: 'couponCode' }
  const isHydrated = useHydrated()
  const field = useRef<HTMLInputElement>(null)
  // A code may have been typed before hydration.
  useEffect(() => setCode(field.current?.value.toUpperCase() ?? ''), [])
  return (
    <div className="flex items-start gap-2 max-[20rem]:flex-wrap">
      {isHydrated && <input {...fieldOfForm} type="hidden" value={code} />}
      {refusal && <input form={CHECKOUT_FORM} name={REFUSED_CODE} type="hidden" value={refusal.code} />}
      <TextField
        {...(!isHydrated && fieldOfForm)}
        ref={field}
        label="Coupon code"
        defaultValue={initial}
        errors={refusal && [refusal.message]}
        autoFocus={refusal !== null && takesFocus}
        fieldClassName="min-w-0 flex-1 max-[20rem]:basis-full"
        className="uppercase"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        onInput={(event) => {
          const couponCode = toUpperCase(event)
          setCode(couponCode)
          if (apply.current?.form) storeDraft(apply.current.form, { couponCode })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The field belongs to no form, so Enter would do nothing.
          event.preventDefault()
          apply.current?.click()
        }}
      />
      <CouponButton value="apply" ref={apply} className="mt-7 max-[20rem]:mt-0">
        Apply
      </CouponButton>
    </div>
  )
}

type CouponButtonProps = React.ComponentProps<typeof Button> & { value: 'apply' | 'remove' }

function CouponButton({ value, ...rest }: CouponButtonProps) {
  const { formData, state } = useNavigation()
  return (
    <Button
      {...rest}
      look="line"
      form={CHECKOUT_FORM}
      formAction="/checkout"
      formNoValidate
      name="coupon"
      value={value}
      // The button is not busy while the page reloads. By then the refusal is shown, and the next code can be
      // applied.
      busy={state === 'submitting' && formData?.get('coupon') === value}
    />
  )
}

function toUpperCase({ currentTarget: input }: FormEvent<HTMLInputElement>): string {
  const { selectionStart, selectionEnd } = input
  input.value = input.value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionEnd)
  return input.value
}

type CheckoutSummaryProps = {
  title: string
  lines: readonly PricedLine[]
  orderable: OrderablePart
  quote: Quote
  /** The price snapshot as text (see price-snapshot.ts). */
  seen: string
  children?: ReactNode
}

export function CheckoutSummary({ title, lines, orderable, quote, seen, children }: CheckoutSummaryProps) {
  const rows = lines.map((line) => ({
    key: line.key,
    name: line.name,
    note: noteOf(line, parseSnapshot(seen)),
    allergens: allergensOfLine(line),
    picture: line.product.imageUrls[0] ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    total: line.lineTotal,
  }))
  return (
    <SidePanel
      title={title}
      link={
        <FormLink to="cart" className="link text-sm">
          Edit<VisuallyHidden> cart</VisuallyHidden>
        </FormLink>
      }
    >
      <div className="mt-4">
        <OrderLines lines={rows} />
      </div>
      {children}
      <OrderableTotals orderable={orderable} quote={quote} className="mt-5" />
    </SidePanel>
  )
}

/** Returns a note with the picks of a mix, and the changes since the customer last looked. */
function noteOf(line: PricedLine, seen: PriceSnapshot): string {
  const picks = picksText(line.picked.map(({ product, count }) => ({ name: product.name, count })))
  return [picks, changeNote(line, seen)].filter(Boolean).join('. ')
}
