import { Link } from 'react-router'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { DEFAULT_PERIOD, PERIOD_NAMES, PERIODS, type Period } from '#shop/analytics/period.ts'
import { ANALYTICS } from './report-section.tsx'

export function periodPath(period: Period): string {
  return period === DEFAULT_PERIOD ? ANALYTICS : `${ANALYTICS}?period=${period}`
}

/** The period selector: the period is in the address. */
export function PeriodLinks({ period }: { period: Period }) {
  return (
    <nav aria-label="Period" className="segments">
      {PERIODS.map((one) => (
        <Link
          key={one}
          to={periodPath(one)}
          preventScrollReset
          aria-current={one === period ? 'page' : undefined}
        >
          {one}
          <VisuallyHidden>: {PERIOD_NAMES[one]}</VisuallyHidden>
        </Link>
      ))}
    </nav>
  )
}
