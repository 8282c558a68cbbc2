import { DEFINITIONS } from '#app/admin/analytics/report-section.tsx'
import { percentWords } from '#app/admin/kit/figures-strip.tsx'
import { ANALYTICS } from '#app/admin/paths.ts'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
import { ROLE } from '#app/kit/table.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import type { Cohort } from '#shop/analytics/cohorts.ts'
import { monthName } from '#shop/kernel/day.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ReportSection } from './report-section.tsx'

/** The colour scale ends at 45%, in steps of 5%. */
const MAX_SHADES = 9

/** Returning customers: a row per month of first orders, a column per month since. */
export function Cohorts({ page: { cohorts, period } }: { page: Analytics }) {
  const columns = Array.from({ length: cohorts[0]?.back.length ?? 0 }, (_, at) => at + 1)
  return (
    <ReportSection
      title="Returning customers"
      definition={DEFINITIONS.cohorts}
      csv={{ report: 'cohorts', period }}
    >
      {cohorts.length === 0 ? (
        <EmptyList title="No customers yet" />
      ) : (
        <table role={ROLE.table} className="plain-table cohorts">
          <caption className="sr-only">
            Share of each month's new customers who ordered again, by months after their first order
          </caption>
          <thead role={ROLE.group}>
            <tr role={ROLE.row}>
              <th role={ROLE.head} scope="col">
                First order
              </th>
              <th role={ROLE.head} scope="col">
                Customers
              </th>
              {columns.map((month) => (
                <th key={month} role={ROLE.head} scope="col">
                  {monthsLater(month)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role={ROLE.group}>
            {cohorts.map((cohort) => (
              <CohortRow key={cohort.month} cohort={cohort} columns={columns} />
            ))}
          </tbody>
        </table>
      )}
    </ReportSection>
  )
}

function monthsLater(months: number): string {
  return `${months} ${months === 1 ? 'month' : 'months'} later`
}

function CohortRow({ cohort: { month, customers, back }, columns }: { cohort: Cohort; columns: number[] }) {
  return (
    <tr role={ROLE.row}>
      <th role={ROLE.side} scope="row">
        {monthName(month)}
      </th>
      <td role={ROLE.cell} data-label="Customers">
        <Link
          to={`${ANALYTICS}/customers?${new URLSearchParams({ period: month.slice(0, 7), kind: 'new' })}`}
          className="link"
        >
          {formatNumber(customers)}
        </Link>
      </td>
      {columns.map((later) => {
        const share = back[later - 1]
        if (share === undefined) return <td key={later} role={ROLE.cell} />
        return (
          <td
            key={later}
            role={ROLE.cell}
            data-label={monthsLater(later)}
            data-shade={Math.min(MAX_SHADES, Math.round(share * 20))}
          >
            {percentWords(share, '')}
          </td>
        )
      })}
    </tr>
  )
}
