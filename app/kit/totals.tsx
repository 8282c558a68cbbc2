import type { ReactNode } from 'react'
import { Icon } from '#app/kit/icon.tsx'
import { Amount } from '#app/kit/product/price.tsx'
import { classNames } from '#app/kit/text.tsx'
import { formatAmount, type Money, NO_MONEY, subtract } from '#shop/kernel/money.ts'
import { percentText } from '#shop/kernel/tax.ts'
import type { Quote } from '#shop/pricing/quote.ts'

type TotalsProps = {
  quote: Quote
  discountLabel?: string | null | undefined
  className?: string
}

/**
 * The totals of cart, checkout and order: subtotal, discount and round-off if there are any, shipping, tax and total.
 * If prices contain the tax, it comes after the total.
 */
export function Totals({ quote, discountLabel, className }: TotalsProps) {
  return (
    <dl className={classNames('border-ink border-t-2 pt-3', className)}>
      <Row label="Subtotal" amount={quote.subtotal} />
      {quote.discount > 0 && (
        <Row
          label={discountLabel ? `Discount (${discountLabel})` : 'Discount'}
          amount={quote.discount}
          sign="−"
        />
      )}
      <Row label="Shipping" amount={quote.shippingFee}>
        {quote.shippingFee === 0 && <span className="text-ink-soft text-sm">Free </span>}
      </Row>
      {!quote.pricesIncludeTax && <TaxRows label="Tax" taxes={quote.taxes} />}
      {quote.roundOff > 0 && <Row label="Round-off" amount={quote.roundOff} />}
      {quote.roundOff < 0 && <Row label="Round-off" amount={subtract(NO_MONEY, quote.roundOff)} sign="−" />}
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-3 font-bold text-xl">
        <dt>Total</dt>
        <dd>
          <Amount>{formatAmount(quote.total)}</Amount>
        </dd>
      </div>
      {quote.pricesIncludeTax && (
        <div className="text-ink-soft text-sm">
          <TaxRows label="Inclusive of all taxes: GST" taxes={quote.taxes} />
        </div>
      )}
    </dl>
  )
}

function TaxRows({ label, taxes }: Pick<Quote, 'taxes'> & { label: string }) {
  return taxes.map(({ rate, tax }) => (
    <Row key={rate} label={`${label} (${percentText(rate)})`} amount={tax} />
  ))
}

type RowProps = { label: string; amount: Money; sign?: string; children?: ReactNode }

function Row({ label, amount, sign = '', children }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1">
      <dt className="min-w-0 break-words">{label}</dt>
      <dd className="shrink-0 text-right">
        {children}
        <Amount>{`${sign}${formatAmount(amount)}`}</Amount>
      </dd>
    </div>
  )
}

export function DiscountNote({ note }: { note: string | null }) {
  if (!note) return null
  return (
    <p className="mt-4 flex items-start gap-2 text-ink-soft text-sm">
      <Icon name="gift" size="s" className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-words">{note}</span>
    </p>
  )
}

type TwoColumnsProps = {
  children: ReactNode
  aside: ReactNode
  /** The end of the main column. On a phone it comes after the totals, so that customers see these first. */
  end?: ReactNode
}

export function TwoColumns({ children, aside, end }: TwoColumnsProps) {
  return (
    <div className="two-columns">
      <div className="min-w-0">{children}</div>
      {end ? <div className="two-columns-aside">{aside}</div> : aside}
      {end && <div className="two-columns-end min-w-0">{end}</div>}
    </div>
  )
}

type SidePanelProps = { title: string; link?: ReactNode; children: ReactNode }

export function SidePanel({ title, link, children }: SidePanelProps) {
  return (
    <section className="rounded-xs bg-surface-sunk p-[clamp(1.25rem,2vw,2rem)] max-md:-mx-gutter max-md:px-gutter md:sticky md:top-24">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="font-bold text-lg">{title}</h2>
        {link}
      </div>
      {children}
    </section>
  )
}
