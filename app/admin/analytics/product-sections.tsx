import { DEFINITIONS, Meter } from '#app/admin/analytics/report-section.tsx'
import { percentWords } from '#app/admin/kit/figures-strip.tsx'
import { EmptyList } from '#app/kit/empty-state.tsx'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import type { Analytics } from '#shop/analytics/analytics.ts'
import { type ReturnBand, returnBand } from '#shop/analytics/rates.ts'
import type { CategoryReturns, PlaceSales, ProductSales } from '#shop/analytics/sales.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { ReportSection } from './report-section.tsx'

const TOP = 8

export function TopProducts({ page: { products, period } }: { page: Analytics }) {
  const top = products.filter(({ units }) => units > 0).slice(0, TOP)
  const most = top[0]?.value ?? 0
  const columns: Column<ProductSales>[] = [
    { key: 'name', header: 'Product', place: 'title', cell: ({ name }) => name },
    {
      key: 'bar',
      header: 'Compared with the top',
      headerHidden: true,
      place: 'wide',
      cell: ({ value }) => <Meter value={value} most={most} />,
    },
    { key: 'units', header: 'Units', align: 'end', cell: ({ units }) => formatNumber(units) },
    {
      key: 'value',
      header: 'Value',
      align: 'end',
      place: 'figure',
      cell: ({ value }) => formatPrice(wholeRupees(value)),
    },
  ]
  return (
    <ReportSection
      title="Top products"
      definition={DEFINITIONS.products}
      csv={{ report: 'products', period }}
    >
      <Table
        dense
        caption="Top products"
        columns={columns}
        rows={top}
        rowKey={({ productId, name }) => productId ?? name}
        empty={<EmptyList title="Nothing sold in this period" />}
      />
    </ReportSection>
  )
}

const BANDS: Record<ReturnBand, { tone: Tone; word: string; colour: string }> = {
  low: { tone: 'positive', word: 'Low', colour: 'var(--color-bajra-500)' },
  raised: { tone: 'warning', word: 'Raised', colour: 'var(--color-haldi-400)' },
  high: { tone: 'danger', word: 'High', colour: 'var(--color-mirch-500)' },
}
/** The rate at which the bar is full: double the rate that counts as high. */
const FULL = 0.1

const RETURN_COLUMNS: Column<CategoryReturns>[] = [
  { key: 'category', header: 'Category', place: 'title', cell: ({ category }) => category },
  {
    key: 'bar',
    header: 'Return rate as a bar',
    headerHidden: true,
    place: 'wide',
    cell: (row) => <Meter value={rateOf(row)} most={FULL} colour={BANDS[returnBand(rateOf(row))].colour} />,
  },
  {
    key: 'rate',
    header: 'Returned',
    align: 'end',
    place: 'figure',
    cell: (row) => percentWords(rateOf(row), ''),
  },
  {
    key: 'band',
    header: 'Level',
    place: 'state',
    cell: (row) => {
      const { tone, word } = BANDS[returnBand(rateOf(row))]
      return <Badge tone={tone}>{word}</Badge>
    },
  },
]

function rateOf({ delivered, returned }: CategoryReturns): number {
  return returned / delivered
}

export function ReturnRates({ page: { returns, period } }: { page: Analytics }) {
  return (
    <ReportSection title="Return rates" definition={DEFINITIONS.returns} csv={{ report: 'returns', period }}>
      <Table
        dense
        caption="Return rates by category"
        columns={RETURN_COLUMNS}
        rows={returns}
        rowKey={({ category }) => category}
        empty={<EmptyList title="Nothing delivered in this period" />}
      />
    </ReportSection>
  )
}

export function TopCities({ page: { cities, period } }: { page: Analytics }) {
  const most = cities[0]?.revenue ?? 0
  const columns: Column<PlaceSales>[] = [
    {
      key: 'city',
      header: 'City',
      place: 'title',
      cell: ({ city, state }) => (
        <>
          {city}
          <span className="data-sub">{state}</span>
        </>
      ),
    },
    {
      key: 'bar',
      header: 'Compared with the top',
      headerHidden: true,
      place: 'wide',
      cell: ({ revenue }) => <Meter value={revenue} most={most} />,
    },
    { key: 'orders', header: 'Orders', align: 'end', cell: ({ sales }) => formatNumber(sales) },
    {
      key: 'revenue',
      header: 'Revenue',
      align: 'end',
      place: 'figure',
      cell: ({ revenue }) => formatPrice(wholeRupees(revenue)),
    },
  ]
  return (
    <ReportSection title="Top cities" definition={DEFINITIONS.cities} csv={{ report: 'cities', period }}>
      <Table
        dense
        caption="Top cities"
        columns={columns}
        rows={cities}
        rowKey={({ city, state }) => `${city} ${state}`}
        empty={<EmptyList title="Nothing sold in this period" />}
      />
    </ReportSection>
  )
}
