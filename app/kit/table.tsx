import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { classNames, VisuallyHidden } from './text.tsx'

export type TableProps<Row> = {
  /** The name of the rows. */
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** The key of a row. Default: the row's id, otherwise its index. */
  rowKey?: (row: Row, index: number) => string | number
  selected?: (row: Row) => boolean
  /** The look of the dashboard's lists. The caption is hidden. */
  dense?: boolean
  /** In a dense table narrower than 56rem, a closed row hides cells without a place, actions and the lead's note. */
  folded?: boolean
  /** Narrower than 56rem, each row becomes a small list. False keeps the table and lets it scroll. */
  stacked?: boolean
  className?: string
  /** Shown instead of a table without rows. */
  empty?: ReactNode
}

// Browsers drop a table's semantics if its `display` changes. Explicit roles keep them.
export const ROLE = {
  table: 'table',
  group: 'rowgroup',
  row: 'row',
  head: 'columnheader',
  side: 'rowheader',
  cell: 'cell',
} as const

/** A table with rules between its rows. On a phone it becomes a list. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, dense = false, captionHidden = dense, columns, rows, selected } = props
  const { rowKey = idOrIndex, folded = false, stacked = true, className, empty } = props
  if (empty && rows.length === 0) return <div className="data-empty">{empty}</div>
  const look = dense ? 'data-table' : classNames('table', stacked && 'table-stacked', className)
  return (
    <table role={ROLE.table} className={look}>
      <caption className={captionHidden ? 'sr-only' : undefined}>{caption}</caption>
      <thead role={ROLE.group}>
        <tr role={ROLE.row}>
          {columns.map((column) => (
            <th
              key={column.header}
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
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)} role={ROLE.row} data-selected={selected?.(row) || undefined}>
            {columns.map((column) => (
              <td
                key={column.header}
                role={ROLE.cell}
                data-align={column.align}
                data-place={column.place}
                data-label={column.header}
              >
                <Cell column={column} row={row} />
                {folded && column.place === 'title' && (
                  <details className="row-more">
                    <summary>More</summary>
                  </details>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function idOrIndex(row: unknown, index: number): string | number {
  return typeof row === 'object' && row && 'id' in row ? `${row.id}` : index
}

function Heading<Row>({ column: { header, headerHidden, sort } }: { column: Column<Row> }) {
  if (headerHidden) return <VisuallyHidden>{header}</VisuallyHidden>
  if (!sort) return header
  return (
    <Link to={sort.to} preventScrollReset className="data-sort" data-now={sort.now ?? undefined}>
      {header}
      <Icon name="chevron-down" size="s" />
    </Link>
  )
}

function Cell<Row>({ column: { cell, note, place }, row }: { column: Column<Row>; row: Row }) {
  const below = note?.(row)
  if (!below) return cell(row)
  const lines = (
    <>
      {cell(row)}
      <span className="data-sub">{below}</span>
    </>
  )
  // On a phone, the cell is a single element beside its label.
  return place === 'title' ? lines : <span>{lines}</span>
}
