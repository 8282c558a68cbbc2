import { AdminPage, AdminTable } from '#app/desk/admin-page.tsx'
import { ACCOUNTS } from '#app/desk/paths.ts'
import { ExportLink } from '#app/desk/staff-link.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import type { TableProps } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { TaxSums } from '#shop/accounts/accounts.ts'
import type { AccountPeriod } from '#shop/accounts/period.ts'
import { nameOfNumber } from '#shop/invoices/invoice-document.ts'

export const accountsPath = ({ key }: AccountPeriod) => `${ACCOUNTS}?period=${key}`

export function documentsPath(period: AccountPeriod, filter: Record<string, string>): string {
  return `${ACCOUNTS}/documents?${new URLSearchParams({ period: period.key, ...filter })}`
}

export const documentPath = (number: string) => `${ACCOUNTS}/documents/${nameOfNumber(number)}`

export const TAX_COLUMNS: Column<TaxSums>[] = [
  column.money('Taxable value', ({ taxable }) => taxable),
  column.money('CGST', ({ cgst }) => cgst),
  column.money('SGST', ({ sgst }) => sgst),
  column.money('IGST', ({ igst }) => igst),
]

export const PER_PAGE = 50

/** Takes up to PER_PAGE + 1 rows. Returns the first PER_PAGE, and the next page's URL if there is a further row. */
export function pageOf<Row>(
  list: string,
  query: Record<string, string>,
  rows: readonly Row[],
  position: (last: Row) => string,
) {
  const page = rows.slice(0, PER_PAGE)
  const last = rows.length > PER_PAGE ? page.at(-1) : undefined
  const next = last && new URLSearchParams({ ...query, after: position(last) })
  return { rows: page, nextPath: next ? `${ACCOUNTS}/${list}?${next}` : null }
}

type PeriodListProps<Row> = Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey'> & {
  /** Names the rows: 'Documents'. */
  title: string
  period: AccountPeriod
  intro: string
  /** The sums of all rows, on all pages. */
  sums: string
  nextPath: string | null
  exportTo?: string
}

/** Lists the rows behind a period's figure, page by page, with a link back to the accounts. */
export function PeriodList<Row>(props: PeriodListProps<Row>) {
  const { title, period, intro, sums, nextPath, exportTo, ...table } = props
  return (
    <AdminPage
      title={`${title}: ${period.label}`}
      back={{ to: accountsPath(period), label: 'Accounts' }}
      actions={exportTo && <ExportLink to={exportTo} />}
    >
      <p className="mb-2 max-w-read text-ink-soft">{intro}</p>
      <p className="numeric mb-4">
        <b>In all</b>: {sums}
      </p>
      <AdminTable folded caption={title} {...table} empty={<EmptyList title="Nothing in this period" />} />
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
