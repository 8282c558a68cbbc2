import { Icon } from '#app/kit/icon.tsx'
import { Link } from '#app/kit/link.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { type CouponStatus, couponStatus, valueText } from '#shop/coupons/coupon.ts'
import type { CouponRecord } from '#shop/coupons/listing.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'

const TONES: Record<CouponStatus, Tone> = {
  Active: 'positive',
  Inactive: 'neutral',
  Expired: 'warning',
  Scheduled: 'info',
  'Usage Limit Reached': 'info',
}

export type CouponCardProps = { coupon: CouponRecord; now: Date; editPath: string; removePath: string }

export function CouponCard({ coupon, now, editPath, removePath }: CouponCardProps) {
  const status = couponStatus(coupon, now)
  const { code, name, description, value, startDate } = coupon
  return (
    <article data-row className="coupon-card" aria-labelledby={`coupon-${coupon.id}`}>
      <div className="coupon-head">
        <h2 id={`coupon-${coupon.id}`}>{code}</h2>
        <Badge tone={TONES[status]}>
          {startDate && status === 'Scheduled' ? `Starts on ${formatDay(startDate)}` : status}
        </Badge>
      </div>
      <p className="coupon-name">{name}</p>
      {description && <p className="coupon-description">{description}</p>}
      <p className="coupon-value">{valueText(value)}</p>
      <dl>
        {factsOf(coupon).map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="coupon-actions">
        <Link to={editPath} preventScrollReset className="icon-btn">
          <Icon name="pencil" />
          <VisuallyHidden>Edit {code}</VisuallyHidden>
        </Link>
        <Link to={removePath} preventScrollReset className="icon-btn">
          <Icon name="trash" />
          <VisuallyHidden>Delete {code}</VisuallyHidden>
        </Link>
      </div>
    </article>
  )
}

function factsOf(coupon: CouponRecord): [string, string][] {
  const { minOrderAmount, maxUses, maxUsesPerCustomer, currentUses, customerName } = coupon
  const { startDate, expiryDate } = coupon
  return [
    ...(customerName ? [['Only for', customerName] as [string, string]] : []),
    ['Minimum order', minOrderAmount > 0 ? formatPrice(minOrderAmount) : 'None'],
    ['Used', maxUses === null ? `${currentUses} times` : `${currentUses} of ${maxUses}`],
    ['Per customer', maxUsesPerCustomer === null ? 'Unlimited' : String(maxUsesPerCustomer)],
    ['Starts', startDate ? formatDay(startDate) : 'At once'],
    ['Expires', expiryDate ? formatDay(expiryDate) : 'Never'],
    ['Revenue', formatPrice(wholeRupees(coupon.revenue))],
    ['Discounts given', formatPrice(wholeRupees(coupon.discountGiven))],
  ]
}
