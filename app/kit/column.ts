import type { ReactNode } from 'react'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDay, formatDayAndTime } from '#shop/kernel/time.ts'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  note?: (row: Row) => ReactNode
  align?: 'end'
  /**
   * The cell's place when rows become small lists (narrower than 56rem). A `lead` cell has no label there.
   * In a dense table: `pick` is at the left, `title` first, `figure` to its right, `state` below that, `lead` on the
   * next line, `actions` last. `wide` is hidden, and other cells have labels.
   */
  place?: 'lead' | 'pick' | 'title' | 'figure' | 'state' | 'actions' | 'wide'
  /** True if the heading is only for screen readers. */
  headerHidden?: boolean
  /** The URL that sorts by this column, and how the rows are sorted by it now. */
  sort?: { to: string; now: 'ascending' | 'descending' | null }
}

type Look<Row> = Omit<Column<Row>, 'header' | 'cell'>

/** Returns a function that creates columns with the same look. `format` renders their cells. */
function columnOf<Value>(look: Look<unknown>, format: (value: Value) => ReactNode) {
  return <Row>(header: string, value: (row: Row) => Value, overrides?: Look<Row>): Column<Row> => ({
    header,
    cell: (row) => format(value(row)),
    ...look,
    ...overrides,
  })
}

const identity = (value: ReactNode) => value

export const column = {
  text: columnOf({}, identity),
  date: columnOf({}, formatDay),
  time: columnOf({}, formatDayAndTime),
  number: columnOf({ align: 'end' }, identity),
  count: columnOf({ align: 'end' }, (count: number) => formatNumber(count)),
  money: columnOf<Money>({ align: 'end' }, formatAmount),
  title: columnOf({ place: 'title' }, identity),
  state: columnOf({ place: 'state' }, identity),
  figure: columnOf({ place: 'figure', align: 'end' }, identity),
  pick: columnOf({ place: 'pick', headerHidden: true }, identity),
  actions: columnOf({ place: 'actions', headerHidden: true }, identity),
}
