import { Link } from 'react-router'
import type { Difference } from '#app/ui/admin/products/product-texts.ts'
import { Banner } from '#app/ui/kit/banner.tsx'
import { formatDayAndTime } from '#shop/kernel/time.ts'

export type ShownConflict = {
  by: string
  at: Date
  rows: Difference[]
  reloadTo: string
  /** What was changed; a product unless given. */
  thing?: 'coupon'
}

/** Both versions side by side, when somebody else saved while this form was open. */
export function ConflictPanel({ conflict }: { conflict: ShownConflict }) {
  const { by, at, rows, reloadTo, thing = 'product' } = conflict
  return (
    <section aria-labelledby="conflict" className="conflict">
      <Banner tone="warning" title={<span id="conflict">{`${by} changed this ${thing} meanwhile`}</span>}>
        ({formatDayAndTime(at)}). Your changes are not saved. The form below holds them: save them over the
        other version, or{' '}
        <Link to={reloadTo} reloadDocument>
          drop them and take what is saved
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
