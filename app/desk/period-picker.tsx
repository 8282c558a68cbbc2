import { Form } from 'react-router'
import { AdminPage } from '#app/desk/admin-page.tsx'
import { Button } from '#app/kit/button.tsx'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import { Link } from '#app/kit/link.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import {
  DEFAULT_PERIOD,
  monthsBack,
  type Period,
  type RangeProblems,
  RECENT_PERIOD_NAMES,
  RECENT_PERIODS,
} from '#shop/analytics/period.ts'
import type { Day } from '#shop/kernel/day.ts'

type Props = {
  page: string
  /** Null if an invalid range was entered. */
  period: Period | null
  /** The invalid range that was entered, with its problems. Null if the range is valid. */
  range: RangeProblems | null
  firstDay: Day | null
  today: Day
}

/** The period selector: recent days, a month or a range. The period is in the URL. */
export function PeriodPicker({ page, period, range, firstDay, today }: Props) {
  const months = monthsBack(firstDay, today)
  const isMonth = months.some(({ key }) => key === period?.key)
  return (
    <div className="period-picker">
      <nav aria-label="Recent days" className="segments">
        {RECENT_PERIODS.map((days) => (
          <Link
            key={days}
            to={days === DEFAULT_PERIOD ? page : `${page}?period=${days}`}
            preventScrollReset
            aria-current={days === period?.key ? 'page' : undefined}
          >
            {days}
            <VisuallyHidden>: {RECENT_PERIOD_NAMES[days]}</VisuallyHidden>
          </Link>
        ))}
      </nav>
      <Form method="get" action={page} preventScrollReset key={`month ${period?.key}`}>
        <SelectField label="Month" name="period" defaultValue={isMonth ? period?.key : months[0]?.key}>
          {months.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button look="line">
          Show<VisuallyHidden> the month</VisuallyHidden>
        </Button>
      </Form>
      <Form method="get" action={page} preventScrollReset noValidate key={`range ${period?.key}`}>
        {(['since', 'until'] as const).map((name) => (
          <TextField
            key={name}
            label={name === 'since' ? 'First day' : 'Last day'}
            name={name}
            type="date"
            max={today}
            defaultValue={range ? range[name] : period?.current[name === 'since' ? 'from' : 'to']}
            errors={range?.problems[name] ? [range.problems[name]] : null}
          />
        ))}
        <Button look="line">
          Show<VisuallyHidden> these days</VisuallyHidden>
        </Button>
      </Form>
    </div>
  )
}

/** A page without figures. Shows the period selector and the problem of an invalid range. */
export function InvalidRangePage({ title, ...picker }: Omit<Props, 'period'> & { title?: string }) {
  return (
    <AdminPage {...(title && { title })}>
      <PeriodPicker {...picker} period={null} />
      <p>Correct the days to see their figures.</p>
    </AdminPage>
  )
}
