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
   * The cell's place when rows become small lists (under 56rem). `lead` is without a label. In a dense table: `pick` at
   * the left, `title` first, `figure` right of it, `state` below that, `lead` in the next line, `actions` last, `wide`
   * hidden; others labelled.
   */
  place?: 'lead' | 'pick' | 'title' | 'figure' | 'state' | 'actions' | 'wide'
  /** The heading is for screen readers only. */
  headerHidden?: boolean
  /** The URL that sorts by this column, and the current order of the rows by it. */
  sort?: { to: string; now: 'ascending' | 'descending' | null }
}

type Look<Row> = Omit<Column<Row>, 'header' | 'cell'>

/** Returns a factory for columns of one look. `format` renders their cells. */
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
