import { Form, Link, useNavigation } from 'react-router'
import { AdminPage, AdminSection } from '#app/admin/kit/admin-page.tsx'
import { type DataColumn, DataTable } from '#app/admin/kit/data-table.tsx'
import { EmptyList } from '#app/admin/kit/empty-list.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { OpenQuestion } from '#app/admin/payouts/open-question.tsx'
import { PAYOUTS } from '#app/admin/payouts/payouts-path.ts'
import { Button } from '#app/kit/button.tsx'
import { add, formatPrice, NO_MONEY } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { PayableWorker, PayoutSummary, PayQuestion } from '#shop/programme/pay.ts'

export type PayoutsPageProps = {
  payable: PayableWorker[]
  payouts: PayoutSummary[]
  questions: PayQuestion[]
  answer: AdminAnswer | undefined
}

/** What is owed, the payouts that settle it, and workers' questions. */
export function PayoutsPage({ payable, payouts, questions, answer }: PayoutsPageProps) {
  return (
    <AdminPage title="Payouts">
      <StatusNotice answer={answer} />
      <Payable payable={payable} />
      <AdminSection title="Payouts">
        <DataTable
          caption="Payouts"
          columns={PAYOUT_COLUMNS}
          rows={payouts}
          rowKey={({ id }) => id}
          empty={<EmptyList title="No payouts yet" />}
        />
      </AdminSection>
      <AdminSection id="questions" title="Questions">
        {questions.length === 0 && <EmptyList title="No questions wait for an answer" />}
        {questions.map((question) => (
          <OpenQuestion key={question.id} question={question} />
        ))}
      </AdminSection>
    </AdminPage>
  )
}

function Payable({ payable }: { payable: PayableWorker[] }) {
  const isBusy = useNavigation().formData?.get('intent') === 'make'
  const total = add(NO_MONEY, ...payable.map(({ amount }) => amount))
  return (
    <AdminSection
      title="To be paid"
      aside={
        payable.length > 0 && (
          <Form method="post">
            <input type="hidden" name="intent" value="make" />
            <Button busy={isBusy}>Make a payout of {formatPrice(total)}</Button>
          </Form>
        )
      }
    >
      <DataTable
        caption="Approved work that is in no payout"
        columns={PAYABLE_COLUMNS}
        rows={payable}
        rowKey={({ userId }) => userId}
        empty={
          <EmptyList title="Nothing to be paid">
            Approved work is listed here until a payout holds it.
          </EmptyList>
        }
      />
    </AdminSection>
  )
}

const PAYABLE_COLUMNS: DataColumn<PayableWorker>[] = [
  { key: 'worker', header: 'Worker', place: 'title', cell: ({ workerName }) => workerName },
  { key: 'upi', header: 'UPI ID', cell: ({ upiId }) => upiId ?? 'Not given' },
  { key: 'tasks', header: 'Tasks', align: 'end', cell: ({ tasks }) => tasks.toLocaleString('en-IN') },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ amount }) => formatPrice(amount),
  },
]

const PAYOUT_COLUMNS: DataColumn<PayoutSummary>[] = [
  {
    key: 'number',
    header: 'Payout',
    place: 'title',
    cell: ({ id, number }) => <Link to={`${PAYOUTS}/${id}`}>Payout {number}</Link>,
  },
  { key: 'made', header: 'Made', cell: ({ createdAt }) => formatDay(createdAt) },
  { key: 'workers', header: 'Workers', align: 'end', cell: ({ workers }) => workers.toLocaleString('en-IN') },
  {
    key: 'state',
    header: 'State',
    cell: ({ waiting, confirmed, workers }) =>
      waiting > 0 ? `${waiting} to be paid` : `Paid, ${confirmed} of ${workers} confirmed`,
  },
  { key: 'total', header: 'Total', align: 'end', place: 'figure', cell: ({ total }) => formatPrice(total) },
]
