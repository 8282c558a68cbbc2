import { Form, useNavigation } from 'react-router'
import { type AdminAnswer, AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ExportLink, exportPath } from '#app/desk/export-link.tsx'
import { FAIR_PAY, MINIMUM_WAGES, PAY_SHEETS, PAYOUTS } from '#app/desk/paths.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { Link } from '#app/kit/link.tsx'
import { type Column, Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { OpenQuestion } from '#app/programme/desk/payouts/open-question.tsx'
import { UpiCell } from '#app/programme/desk/payouts/upi-cell.tsx'
import { UpiToTell } from '#app/programme/desk/payouts/upi-to-tell.tsx'
import { add, formatPrice, NO_MONEY } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { PayableWorker, PayoutSummary, PayQuestion } from '#shop/programme/pay.ts'
import type { UpiToTell as UpiToTellChange } from '#shop/programme/upi.ts'

export type PayoutsPageProps = {
  payable: PayableWorker[]
  payouts: PayoutSummary[]
  questions: PayQuestion[]
  upiToTell: UpiToTellChange[]
  answer: AdminAnswer | undefined
}

/** Amounts owed, the payouts that settle them, and workers' questions. */
export function PayoutsPage({ payable, payouts, questions, upiToTell, answer }: PayoutsPageProps) {
  return (
    <AdminPage
      actions={
        <>
          <ButtonLink to={PAY_SHEETS} look="line">
            Pay sheets
          </ButtonLink>
          <ButtonLink to={FAIR_PAY} look="line">
            Fair pay
          </ButtonLink>
          <ButtonLink to={MINIMUM_WAGES} look="line">
            Minimum wages
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={answer} />
      <UpiToTell changes={upiToTell} />
      <Payable payable={payable} />
      <AdminSection title="Payouts" aside={<ExportLink to={exportPath('payouts')} of="payouts" />}>
        <Table
          dense
          caption="Payouts"
          columns={PAYOUT_COLUMNS}
          rows={payouts}
          rowKey={({ id }) => id}
          empty={<EmptyList title="No payouts yet" />}
        />
      </AdminSection>
      <AdminSection id="questions" title="Questions">
        {questions.length === 0 && <EmptyList title="No questions to answer" />}
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
          <>
            <ExportLink to={exportPath('payable')} of="what is to be paid" />
            <Form method="post">
              <input type="hidden" name="intent" value="make" />
              <Button busy={isBusy}>Make a payout of {formatPrice(total)}</Button>
            </Form>
          </>
        )
      }
    >
      <Table
        dense
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

const PAYABLE_COLUMNS: Column<PayableWorker>[] = [
  { key: 'worker', header: 'Worker', place: 'title', cell: ({ workerName }) => workerName },
  {
    key: 'upi',
    header: 'UPI ID',
    cell: (worker) => <UpiCell {...worker} />,
  },
  { key: 'tasks', header: 'Tasks', align: 'end', cell: ({ tasks }) => formatNumber(tasks) },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    place: 'figure',
    cell: ({ amount }) => formatPrice(amount),
  },
]

const PAYOUT_COLUMNS: Column<PayoutSummary>[] = [
  {
    key: 'number',
    header: 'Payout',
    place: 'title',
    cell: ({ id, number }) => <Link to={`${PAYOUTS}/${id}`}>Payout {number}</Link>,
  },
  { key: 'made', header: 'Made', cell: ({ createdAt }) => formatDay(createdAt) },
  { key: 'workers', header: 'Workers', align: 'end', cell: ({ workers }) => formatNumber(workers) },
  {
    key: 'state',
    header: 'State',
    cell: ({ waiting, confirmed, workers }) =>
      waiting > 0 ? `${waiting} to be paid` : `Paid, ${confirmed} of ${workers} confirmed`,
  },
  { key: 'total', header: 'Total', align: 'end', place: 'figure', cell: ({ total }) => formatPrice(total) },
]
