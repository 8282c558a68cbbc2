import { Banner } from '#app/kit/banner.tsx'
import { Link } from '#app/kit/link.tsx'
import { formatDayAndTime } from '#shop/kernel/time.ts'

export type Difference = { label: string; theirs: string; yours: string }

export type RecordConflict = {
  recordKind: 'product' | 'coupon' | 'order' | 'worker' | 'spend' | 'text' | 'newsletter' | 'page'
  by: string
  at: Date
  rows: Difference[]
  reloadTo: string
  /** True if the form was for a new record, but the record exists, maybe since before the form was opened. */
  existedAlready?: boolean
}

/** Shows both versions side by side if another admin saved while the form was open. */
export function ConflictPanel({ conflict, onReload }: { conflict: RecordConflict; onReload?: () => void }) {
  const { by, at, rows, reloadTo, recordKind, existedAlready } = conflict
  const title = existedAlready
    ? `${by} has recorded this ${recordKind} already`
    : `${by} changed this ${recordKind} in the meantime`
  return (
    <section aria-labelledby="conflict" className="conflict">
      <Banner tone="warning" title={<span id="conflict">{title}</span>}>
        ({formatDayAndTime(at)}). Your changes are not saved yet. They’re in the form below: overwrite the
        other version with them, or{' '}
        <Link to={reloadTo} reloadDocument onClick={onReload}>
          discard your changes and load the saved version
        </Link>
        .
      </Banner>
      {rows.length > 0 && (
        <table className="conflict-table">
          <caption className="sr-only">What differs</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Saved now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, theirs, yours }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirs || 'Empty'}</td>
                <td>{yours || 'Empty'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
