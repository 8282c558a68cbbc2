/** `money`: in whole rupees. `amount`: with paise. `ratio`: '3.8 : 1'. */
export type Unit = 'count' | 'money' | 'amount' | 'percent' | 'hours' | 'ratio'

export const REVENUE_DEFINITION =
  'Totals of the orders placed in the period, with tax and shipping, less refunds. Card orders count once they are paid; cancelled and fully refunded orders are left out.'
export const VISITS_DEFINITION =
  'Visits that began on a public page. Counted on the server without cookies; robots, and visitors who send Do Not Track or Global Privacy Control, are left out.'

export type Column = {
  /** The name of its value in a row. */
  key: string
  label: string
  /**
   * `level`, `levelBar`: a return rate as a word and as a coloured bar. `change`: the value beside the value of the
   * days before, which is in `<key>Before`. `review`: a button that marks the row.
   */
  kind:
    | Unit
    | 'text'
    | 'day'
    | 'month'
    | 'time'
    | 'order'
    | 'product'
    | 'bar'
    | 'level'
    | 'levelBar'
    | 'change'
    | 'review'
  /** Unit of a change. */
  unit?: Unit
  /** Shown below the column before it. */
  isUnder?: true
  isOnlyInFile?: true
}

export type Cell = string | number | Date | null
export type Row = Record<string, Cell>

export type ReportHead = {
  id: string
  title: string
  definition: string
  columns: readonly Column[]
  /** Shown when there are no rows. */
  none: string
  /** True if it names customers; then the audit log records its downloads. */
  isPersonal?: true
  /** True if each row also has the values of the days before. */
  isCompared?: true
  /** True if the report does not depend on the period. */
  isTimeless?: true
  /** The report that a row opens into, and the values that name the row. */
  opens?: { report: string; keys: readonly string[] }
}

/** `after`: the last row of the previous page, for reports that do not count their pages. */
export type PagePosition = { page: number; after: string | null; limit: number }

export type ReportRows = {
  rows: Row[]
  /** Null where pages are not counted. */
  count: number | null
  next: PagePosition | null
  /** Values of all rows together. */
  totals?: { label: string; kind: Column['kind']; value: Cell }[]
}
