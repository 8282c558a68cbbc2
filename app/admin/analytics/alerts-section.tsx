import { Link } from 'react-router'
import { type DataColumn, DataTable } from '#app/admin/kit/data-table.tsx'
import { EmptyList } from '#app/admin/kit/empty-list.tsx'
import { DASHBOARD } from '#app/admin/tabs.ts'
import type { Analytics } from '#shop/analytics/analytics.ts'
import type { StockAlert } from '#shop/analytics/stock.ts'
import { DEFINITIONS } from './definitions.ts'
import { ReportSection } from './report-section.tsx'

const COLUMNS: DataColumn<StockAlert>[] = [
  {
    key: 'name',
    header: 'Product',
    place: 'title',
    cell: ({ name }) => <Link to={`${DASHBOARD}/products?q=${encodeURIComponent(name)}`}>{name}</Link>,
  },
  {
    key: 'left',
    header: 'Left',
    align: 'end',
    place: 'figure',
    cell: ({ stockQuantity }) => stockQuantity.toLocaleString('en-IN'),
  },
]

/** What is about to be missing from the shelf. What is missing already stands red in the list of products. */
export function StockAlerts({ page: { stock } }: { page: Analytics }) {
  return (
    <ReportSection id="stock" title="Stock alerts" definition={DEFINITIONS.stock}>
      <DataTable
        caption="Stock alerts"
        columns={COLUMNS}
        rows={stock}
        rowKey={({ id }) => id}
        empty={<EmptyList title="Nothing runs low" />}
      />
    </ReportSection>
  )
}
