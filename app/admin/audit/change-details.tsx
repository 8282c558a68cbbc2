import type { AuditEntry } from '#shop/audit/change.ts'
import { type ChangedField, changedFields } from '#shop/audit/words.ts'

/** Up to this many fields stand open; more are unfolded. */
const FEW = 2
/** And this many are named before. */
const NAMED = 4

/** What a change changed, field by field. */
export function ChangeDetails({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry)
  if (fields.length <= FEW) return <Fields fields={fields} entry={entry} />
  return (
    <details className="change">
      <summary>{summaryOf(fields)}</summary>
      <Fields fields={fields} entry={entry} />
    </details>
  )
}

function summaryOf(fields: ChangedField[]): string {
  const named = fields.slice(0, NAMED).map(({ field }) => field.toLowerCase())
  return `${fields.length} fields: ${named.join(', ')}${fields.length > NAMED ? '…' : ''}`
}

function Fields({ fields, entry: { before, after } }: { fields: ChangedField[]; entry: AuditEntry }) {
  return (
    <dl className="change-fields">
      {fields.map((one) => (
        <div key={one.field}>
          <dt>{one.field}</dt>
          <dd>
            {before !== null && <del>{one.before}</del>}
            {before !== null && after !== null && ' → '}
            {after !== null && <ins>{one.after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
