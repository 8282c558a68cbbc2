import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Column<Row> = {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Figures hang from the right edge. */
  align?: 'end'
  /** On a phone this cell leads its row, without a label. */
  lead?: boolean
}

export type TableProps<Row> = {
  /** Says what the rows are. */
  caption: string
  captionHidden?: boolean
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  selected?: (row: Row) => boolean
  /** Under 56rem each row becomes a small list; false keeps the table and lets it scroll. */
  stacked?: boolean
  className?: string
}

// Browsers drop the meaning of a table whose display changes; these roles, given as values, keep it.
const ROLE = { table: 'table', group: 'rowgroup', row: 'row', head: 'columnheader', cell: 'cell' } as const

/** A ruled table that turns into a stacked list on a phone. */
export function Table<Row>({
  caption,
  captionHidden,
  columns,
  rows,
  rowKey,
  selected,
  stacked = true,
  className,
}: TableProps<Row>) {
  return (
    <table role={ROLE.table} className={classNames('table', stacked && 'table-stacked', className)}>
      <caption className={captionHidden ? 'sr-only' : undefined}>{caption}</caption>
      <thead role={ROLE.group}>
        <tr role={ROLE.row}>
          {columns.map((column) => (
            <th key={column.key} role={ROLE.head} scope="col" className={column.align && 'align-end'}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role={ROLE.group}>
        {rows.map((row) => (
          <tr key={rowKey(row)} role={ROLE.row} data-selected={selected?.(row) || undefined}>
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <td
      role={ROLE.cell}
      className={column.align && 'align-end'}
      data-lead={column.lead || undefined}
      data-label={typeof column.header === 'string' ? column.header : undefined}
    >
      {column.cell(row)}
    </td>
  )
}
