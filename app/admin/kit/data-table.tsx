import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'

export type DataColumn<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Figures hang from the right edge. */
  align?: 'end'
  /**
   * Where the cell goes when rows become small lists (under 56rem): `pick` at the left, `title` leads, `figure` at the
   * right of the title, `state` below the figure, `actions` last. Others become labelled lines; `wide` ones are left out.
   */
  place?: 'pick' | 'title' | 'figure' | 'state' | 'actions' | 'wide'
  /** The heading is for screen readers only. */
  headerHidden?: boolean
  /** Where the heading leads to sort by this column, and how the rows are sorted by it now. */
  sort?: { to: string; now: 'ascending' | 'descending' | null }
}

export type DataTableProps<Row> = {
  /** Says what the rows are. */
  caption: string
  columns: DataColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  selected?: (row: Row) => boolean
  /** Shown instead of the table when there are no rows; filters stay. */
  empty: ReactNode
}

// Browsers drop the meaning of a table whose display changes; these roles, given as values, keep it.
const ROLE = { table: 'table', group: 'rowgroup', row: 'row', head: 'columnheader', cell: 'cell' } as const

/** A dense ruled table for the desk; a stacked list under 56rem. */
export function DataTable<Row>({ caption, columns, rows, rowKey, selected, empty }: DataTableProps<Row>) {
  if (rows.length === 0) return <div className="data-empty">{empty}</div>
  return (
    <table role={ROLE.table} className="data-table">
      <caption className="sr-only">{caption}</caption>
      <thead role={ROLE.group}>
        <tr role={ROLE.row}>
          {columns.map((column) => (
            <th
              key={column.key}
              role={ROLE.head}
              scope="col"
              data-align={column.align}
              aria-sort={column.sort?.now ?? undefined}
            >
              <Heading column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody role={ROLE.group}>
        {rows.map((row) => (
          <tr key={rowKey(row)} role={ROLE.row} data-selected={selected?.(row) || undefined}>
            {columns.map(({ key, header, cell, align, place }) => (
              <td key={key} role={ROLE.cell} data-align={align} data-place={place} data-label={header}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Heading<Row>({ column: { header, headerHidden, sort } }: { column: DataColumn<Row> }) {
  if (headerHidden) return <VisuallyHidden>{header}</VisuallyHidden>
  if (!sort) return header
  return (
    <Link to={sort.to} preventScrollReset className="data-sort" data-now={sort.now ?? undefined}>
      {header}
      <Icon name="chevron-down" size="s" />
    </Link>
  )
}
