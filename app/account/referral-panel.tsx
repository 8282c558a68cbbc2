import { useId, useRef, useState } from 'react'
import { AccountPanel } from '#app/account/account-security.tsx'
import { FlashNotice } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button } from '#app/kit/button.tsx'
import { copyText } from '#app/kit/copy-text.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Badge } from '#app/kit/status.tsx'
import { classNames } from '#app/kit/text.tsx'
import { type CouponStatus, type CouponValue, valueText } from '#shop/coupons/coupon.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { REWARD_PERCENT, type ReferralStatistics } from '#shop/referrals/referral.ts'

export type ShownReferrals = {
  code: string
  link: string
  /** A friend's discount on the first order, in percent. */
  percent: number
  statistics: ReferralStatistics
  rewards: { code: string; value: CouponValue; status: CouponStatus }[]
}

export function ReferralPanel({ referrals, isEmailed }: { referrals: ShownReferrals; isEmailed: boolean }) {
  const { code, link, percent, statistics, rewards } = referrals
  return (
    <AccountPanel id="referrals" title="Referral Program">
      <p className="text-ink-soft">
        {`Give a friend ${percent}% off their first order. Once it’s delivered, you get ${REWARD_PERCENT}% off your next one.`}
      </p>
      {!isEmailed && (
        <p className="text-ink-soft">
          Your rewards show up here. To get an email too, turn on{' '}
          <a href="#mails" className="link">
            emails about referrals
          </a>
          .
        </p>
      )}
      <CodeAndLink code={code} link={link} />
      <Statistics statistics={statistics} />
      {rewards.length > 0 && (
        <div className="border-line border-t pt-4">
          <h3 className="font-bold">Your rewards</h3>
          <ul className="mt-2 grid gap-2">
            {rewards.map(({ code, value, status }) => (
              <li key={code} className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  <b className="numeric">{code}</b> {valueText(value)}
                </span>
                <Badge tone={status === 'Active' ? 'positive' : 'neutral'}>{STATES[status]}</Badge>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-ink-soft text-sm">Enter one in the Order Summary at the checkout.</p>
        </div>
      )}
    </AccountPanel>
  )
}

function CodeAndLink({ code, link }: Pick<ShownReferrals, 'code' | 'link'>) {
  const [notice, setNotice] = useState<{ text: string; times: number } | null>(null)
  const showNotice = (text: string) => setNotice((last) => ({ text, times: (last?.times ?? 0) + 1 }))
  return (
    <div className="grid gap-4">
      <CopyField
        label="Referral code"
        value={code}
        button="Copy Code"
        onCopied={() => showNotice('Referral code copied to clipboard!')}
      />
      <CopyField
        label="Referral link"
        value={link}
        isLong
        button="Copy Link"
        onCopied={() => showNotice('Referral link copied to clipboard!')}
      />
      {notice && (
        <FlashNotice key={notice.times} id="referral-copied">
          {notice.text}
        </FlashNotice>
      )}
    </div>
  )
}

type CopyFieldProps = {
  label: string
  value: string
  /** True if the text fills two lines. */
  isLong?: boolean
  button: string
  onCopied: () => void
}

/** A read-only field with a button to copy its text. The button needs JavaScript. */
function CopyField({ label, value, isLong, button, onCopied }: CopyFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const isHydrated = useHydrated()
  const id = useId()
  const copy = async () => {
    if (await copyText(field.current)) onCopied()
  }
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="field min-w-[min(100%,15rem)] flex-1">
        <label htmlFor={id} className="field-label">
          {label}
        </label>
        {/* A textarea instead of an input, because a long text wraps in it, also at large font sizes. */}
        <textarea
          id={id}
          readOnly
          value={value}
          className={classNames(
            'input numeric wrap-anywhere resize-none py-3',
            isLong ? 'min-h-20' : 'min-h-0',
          )}
          onFocus={selectAll}
          ref={field}
          rows={isLong ? 2 : 1}
        />
      </div>
      {isHydrated && (
        <Button type="button" look="line" icon={moreIcons.copy} onClick={() => void copy()}>
          {button}
        </Button>
      )}
    </div>
  )
}

function selectAll({ currentTarget }: { currentTarget: HTMLTextAreaElement }) {
  currentTarget.select()
}

function Statistics({ statistics }: { statistics: ReferralStatistics }) {
  const rows = [
    ['Total Referrals', statistics.total],
    ['Successful', statistics.successful],
    ['Pending', statistics.pending],
    ['You saved', formatPrice(statistics.saved)],
  ] as const
  return (
    <dl className="grid grid-cols-2 max-[20rem]:grid-cols-1 gap-x-6 gap-y-3 border-line border-t pt-4">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="text-ink-soft text-sm">{label}</dt>
          <dd className="numeric font-bold text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Texts of a reward's state. It can be used once, and is withdrawn if the friend's order is cancelled or refunded. */
const STATES: Record<CouponStatus, string> = {
  Active: 'Ready to use',
  Scheduled: 'Not started yet',
  'Usage Limit Reached': 'Used',
  Inactive: 'Withdrawn',
  Expired: 'Expired',
}
