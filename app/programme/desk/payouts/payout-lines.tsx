import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import type { FormValues } from '#app/kit/form-fields.ts'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { Table } from '#app/kit/table.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { formatPrice } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { PayoutLine, PayoutLineState } from '#shop/programme/pay.ts'

const STATES: Record<PayoutLineState, { tone: Tone; label: string }> = {
  waiting: { tone: 'warning', label: 'To be paid' },
  paid: { tone: 'positive', label: 'Paid' },
  dropped: { tone: 'neutral', label: 'Taken out' },
  returned: { tone: 'danger', label: 'Returned' },
}

export function PayoutLines({
  lines,
  typed,
  releasePath,
}: {
  lines: PayoutLine[]
  typed: FormValues
  releasePath: (lineId: string) => string
}) {
  const columns: Column<PayoutLine>[] = [
    column.title('Worker', ({ workerName }) => workerName, { note: workText }),
    column.text('UPI ID', upiOf),
    column.figure('Amount', ({ amount }) => formatPrice(amount)),
    column.text('Reference', (line) => (
      <ReferenceCell line={line} typed={typed[`reference ${line.id}`] ?? ''} />
    )),
    column.state('State', ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>),
    column.actions('Actions', (line) => <ReleaseCell line={line} to={releasePath(line.id)} />),
  ]
  return (
    <Table
      dense
      caption="Payments"
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      empty={<EmptyList title="No payments" />}
    />
  )
}

function upiOf({ upiId, isUpiRefused }: PayoutLine): string {
  const refused =
    'Can’t be read: the stored ID isn’t this payment’s. Take it out and pay it with the next payout.'
  return upiId ?? (isUpiRefused ? refused : 'Not given')
}

function workText({ groupName, tasks, closedNote }: PayoutLine): string {
  const work = tasks.map(({ taskName }) => taskName).join(', ')
  return closedNote ?? [groupName, work].filter(Boolean).join(': ')
}

function ReferenceCell({ line, typed }: { line: PayoutLine; typed: string }) {
  if (line.state === 'waiting') {
    return (
      <label className="pay-reference">
        <VisuallyHidden>Reference for {line.workerName}</VisuallyHidden>
        <input
          className="input"
          name={`reference ${line.id}`}
          defaultValue={typed}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
    )
  }
  if (!line.reference) return null
  const confirmed = line.confirmedAt && `Confirmed on ${formatDay(line.confirmedAt)}`
  return (
    <span>
      {line.reference}
      <span className="data-sub">{confirmed ?? (line.paidAt && `Paid on ${formatDay(line.paidAt)}`)}</span>
    </span>
  )
}

function ReleaseCell({ line: { state, workerName }, to }: { line: PayoutLine; to: string }) {
  if (state !== 'waiting' && state !== 'paid') return null
  return (
    <ButtonLink to={to} look="line" size="sm" preventScrollReset>
      {state === 'waiting' ? 'Take out' : 'Mark as returned'}
      <VisuallyHidden> {workerName}</VisuallyHidden>
    </ButtonLink>
  )
}
