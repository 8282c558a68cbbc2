import { DEFINITIONS } from '#app/admin/analytics/report-section.tsx'
import { percentWords } from '#app/admin/kit/figures-strip.tsx'
import { ANALYTICS } from '#app/admin/paths.ts'
import { EmptyList } from '#app/kit/empty-list.tsx'
import { Link } from '#app/kit/link.tsx'
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways has to be reached by keyboard
        <section className="chart-rows cohort-scroll" aria-label="Cohort table" tabIndex={0}>
          <table className="plain-table cohorts">
            <caption className="sr-only">Share of each month's new customers who ordered again</caption>
            <thead>
              <tr>
                <th scope="col">First order</th>
                <th scope="col">Customers</th>
                {columns.map((month) => (
                  <th key={month} scope="col">
                    {month === 1 ? 'After 1 month' : `${month} months`}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cohorts.map((cohort) => (
                <CohortRow key={cohort.month} cohort={cohort} columns={columns} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </ReportSection>
  )
}

function CohortRow({ cohort: { month, customers, back }, columns }: { cohort: Cohort; columns: number[] }) {
  return (
    <tr>
      <th scope="row">{monthName(month)}</th>
      <td>
        <Link
          to={`${ANALYTICS}/customers?${new URLSearchParams({ period: month.slice(0, 7), kind: 'new' })}`}
          className="link"
        >
          {formatNumber(customers)}
        </Link>
      </td>
      {columns.map((later) => {
        const share = back[later - 1]
        if (share === undefined) return <td key={later} />
        return (
          <td key={later} data-shade={Math.min(MAX_SHADES, Math.round(share * 20))}>
            {percentWords(share, '')}
          </td>
        )
      })}
    </tr>
  )
}
