import { AdminPage } from '#app/desk/admin-page.tsx'
import { ExportLink } from '#app/desk/export-link.tsx'
import { ACCOUNTS } from '#app/desk/paths.ts'
import { ButtonLink } from '#app/kit/button.tsx'
import type { Column } from '#app/kit/column.ts'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { AccountPeriod } from '#shop/accounts/period.ts'

export const accountsPath = ({ key }: AccountPeriod) => `${ACCOUNTS}?period=${key}`

/** The documents behind a figure. */
export function documentsPath(period: AccountPeriod, filter: Record<string, string>): string {
  return `${ACCOUNTS}/documents?${new URLSearchParams({ period: period.key, ...filter })}`
}

type PeriodListProps<Row> = {
  /** Names the rows: 'Documents'. */
  title: string
  period: AccountPeriod
  /** Which of them. */
  intro: string
  /** The sums of all rows, on all pages. */
  sums: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  nextPath: string | null
  /** The rows as a file. */
  exportTo?: string
}

/** The rows behind a figure of a period, page by page, with the way back to the accounts. */
export function PeriodList<Row>(props: PeriodListProps<Row>) {
  const { title, period, intro, sums, nextPath, exportTo, ...table } = props
  return (
    <AdminPage
      title={`${title}: ${period.label}`}
      actions={
        <>
          {exportTo && <ExportLink to={exportTo} />}
          <ButtonLink to={accountsPath(period)} look="line" icon="arrow-left">
            Accounts
          </ButtonLink>
        </>
      }
    >
      <p className="mb-2 max-w-read text-ink-soft">{intro}</p>
      <p className="numeric mb-4">
        <b>In all</b>: {sums}
      </p>
      <Table dense caption={title} {...table} empty={<EmptyList title="Nothing in this period" />} />
      {nextPath && (
        <p className="mt-4">
          <ButtonLink to={nextPath} look="line" iconEnd="chevron-right">
            Next
          </ButtonLink>
        </p>
      )}
    </AdminPage>
  )
}
