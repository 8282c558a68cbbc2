import type { ReactNode } from 'react'
import { classNames } from '#app/kit/text.tsx'

/** `strong`: true for a total. */
export type LedgerRow = { label: ReactNode; value: ReactNode; strong?: boolean }

/** Rows of label and value with rules between them, as in a group's passbook. */
export function Ledger({ rows, className }: { rows: LedgerRow[]; className?: string }) {
  return (
    <dl className={classNames('ledger', className)}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and keep their order
        <div key={index} className={classNames('ledger-row', row.strong && 'ledger-strong')}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
