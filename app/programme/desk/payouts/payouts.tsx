import { redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { AdminPage, AdminSection, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { FAIR_PAY, MINIMUM_WAGES, PAY_SHEETS, PAYOUTS } from '#app/desk/paths.ts'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { PostButton } from '#app/kit/submit-button.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { OpenQuestion } from '#app/programme/members/open-question.tsx'
import { UpiCell } from '#app/programme/members/upi-cell.tsx'
import { UpiToTell } from '#app/programme/members/upi-to-tell.tsx'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { add, formatPrice, NO_MONEY } from '#shop/kernel/money.ts'
import { payAnswerInput } from '#shop/programme/input.ts'
import {
  listOpenQuestions,
  listPayouts,
  type PayableWorker,
  type PayoutSummary,
  payableWorkers,
} from '#shop/programme/pay.read.ts'
import { answerPayQuestion } from '#shop/programme/pay-questions.ts'
import { makePayout } from '#shop/programme/pay-workers.ts'
import { listUpiNotices } from '#shop/programme/upi-changes.read.ts'
import { markUpiNotified, stopUpiChange } from '#shop/programme/upi-changes.ts'
import type { Route } from './+types/payouts.ts'

export const handle: PageHandle = {
  words: ['question', 'upi', 'optional'],
  guard: 'payouts',
  tab: { label: 'Payouts', icon: phoneIcons.indianRupee, group: 'Programme' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const DONE: Record<string, string> = {
  answered: 'Answer sent',
  told: 'The worker has been informed',
  stopped: 'The change is stopped',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now, actor } = ctx
  const [payable, payouts, questions, upiToTell] = await Promise.all([
    payableWorkers(db, { payerId: actor.id, now }),
    listPayouts(db),
    listOpenQuestions(db),
    listUpiNotices(db, null, now),
  ])
  // The list shows the UPI ID of each worker who is owed pay.
  if (payable.length > 0) await recordView(ctx, { entity: 'payout', entityId: 'payable', personId: null })
  return { payable, payouts, questions, upiToTell, done: doneNotice(request, DONE) }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('make') }),
  z.object({ intent: z.literal('answer'), id: z.string(), answer: payAnswerInput }),
  z.object({ intent: z.literal('told'), id: z.string() }),
  z.object({ intent: z.literal('stop-upi'), userId: z.string() }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields)
  if (fields.value.intent === 'make') {
    const payout = await makePayout(ctx)
    return payout.ok ? redirect(`${PAYOUTS}/${payout.value.payoutId}`, 303) : refusedBy(payout, form)
  }
  const changed = await makeChange(ctx, fields.value)
  return changed.ok
    ? redirect(`${PAYOUTS}?done=${DONE_BY[fields.value.intent]}`, 303)
    : refusedBy(changed, form)
}

const DONE_BY = { answer: 'answered', told: 'told', 'stop-upi': 'stopped' } as const

function makeChange(ctx: StaffCtx, form: Exclude<z.infer<typeof forms>, { intent: 'make' }>) {
  switch (form.intent) {
    case 'answer':
      return answerPayQuestion(ctx, { questionId: form.id, answer: form.answer })
    case 'told':
      return markUpiNotified(ctx, form.id)
    case 'stop-upi':
      return stopUpiChange(ctx, form.userId)
  }
}

export default function PayoutsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { payable, payouts, questions, upiToTell, done } = loaderData
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
      <StatusNotice answer={actionData ?? done} />
      <UpiToTell changes={upiToTell} />
      <Payable payable={payable} />
      <AdminSection title="Payouts" aside={<ExportLink to={exportPath('payouts')} of="payouts" />}>
        <AdminTable
          folded
          caption="Payouts"
          columns={PAYOUT_COLUMNS}
          rows={payouts}
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
            <PostButton fields={{ intent: 'make' }} busy={isBusy}>
              Make a payout of {formatPrice(total)}
            </PostButton>
          </>
        )
      }
    >
      <WithoutUpi lines={payable} />
      <AdminTable
        caption="Approved work that is in no payout"
        columns={PAYABLE_COLUMNS}
        rows={payable}
        rowKey={({ userId }) => userId}
        empty={
          <EmptyList title="Nothing to be paid">
            Approved work is listed here until it is in a payout.
          </EmptyList>
        }
      />
    </AdminSection>
  )
}

/** Says before the payout is made which payments the bank's file will leave out. */
function WithoutUpi({ lines }: { lines: PayableWorker[] }) {
  const left = lines.filter(({ upiId, isUpiCorrupt }) => upiId === null && !isUpiCorrupt)
  if (left.length === 0) return null
  const sum = formatPrice(add(NO_MONEY, ...left.map(({ amount }) => amount)))
  const names = left.map(({ workerName }) => workerName).join(', ')
  return (
    <Banner tone="warning" live={false} className="mb-4">
      {`Without a UPI ID: ${names} (${sum}). The bank’s file leaves them out. Enter the UPI ID first, or pay in another way and record the reference.`}
    </Banner>
  )
}

const PAYABLE_COLUMNS: Column<PayableWorker>[] = [
  column.title('Worker', ({ workerName }) => workerName),
  column.text('UPI ID', (worker) => <UpiCell {...worker} />),
  column.count('Tasks', ({ tasks }) => tasks),
  column.figure('Amount', ({ amount }) => formatPrice(amount)),
]

const PAYOUT_COLUMNS: Column<PayoutSummary>[] = [
  column.title('Payout', ({ id, number }) => <Link to={`${PAYOUTS}/${id}`}>Payout {number}</Link>),
  column.date('Made', ({ createdAt }) => createdAt),
  column.count('Workers', ({ workers }) => workers),
  column.text(
    'State',
    ({ waiting, confirmed, workers }) => {
      if (waiting > 0) return `${waiting} to be paid`
      return workers > 0 ? `Paid, ${confirmed} of ${workers} confirmed` : 'No payments'
    },
    { place: 'lead' },
  ),
  column.figure('Total', ({ total }) => formatPrice(total)),
]
