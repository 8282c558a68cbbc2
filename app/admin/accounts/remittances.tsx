import { useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import {
  type AdminAnswer,
  AdminPage,
  AdminSection,
  AdminTable,
  StatusNotice,
  TableSection,
} from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { CsvField } from '#app/desk/csv-field.tsx'
import { RowCheckbox } from '#app/desk/list-keys.tsx'
import { ACCOUNTS, REMITTANCES } from '#app/desk/paths.ts'
import { useSelection } from '#app/desk/selection.tsx'
import { OrderLink } from '#app/desk/staff-link.tsx'
import { afterRefusal } from '#app/kit/after-refusal.ts'
import { Banner } from '#app/kit/banner.tsx'
import { useHydrated } from '#app/kit/browser/browser-state.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { fieldsOf, readFields, typedValues } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, fileIn, formOf, invalid, refuse, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import { PROVIDERS } from '#shop/accounts/accounts.ts'
import { remittanceInput, writeOffInput } from '#shop/accounts/input.ts'
import { recordRemittance, writeOffCash } from '#shop/accounts/record-settlements.ts'
import {
  bankDifference,
  type CashOrder,
  compareRemittance,
  MAX_REMITTANCE_LINES,
  type RemittanceComparison,
  type RemittanceDifference,
  readRemittance,
} from '#shop/accounts/remittance-file.ts'
import {
  findRemitted,
  findSettlement,
  type ListedSettlement,
  listCash,
  listSettlements,
  sumWithCouriers,
} from '#shop/accounts/remittances.read.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { csvFileSentence } from '#shop/kernel/csv-file.ts'
import { dayOf, startOf } from '#shop/kernel/day.ts'
import { isUuid, shortId } from '#shop/kernel/ids.ts'
import { add, formatAmount, NO_MONEY } from '#shop/kernel/money.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { durationText } from '#shop/messages/sla.ts'
import { MAX_CASH_DAYS } from '#shop/payments/payment.ts'
import { lateCash } from '#shop/payments/payments.read.ts'
import type { Route } from './+types/remittances.ts'

export const handle: PageHandle = {
  guard: 'accounts.close',
  title: 'Cash from couriers',
  access: { get: 200, post: 422 },
}

export const shouldRevalidate = afterRefusal

const DONE = {
  recorded: 'Recorded. These orders are paid now.',
  'written-off': 'Written off. The order is paid, and the amount is a bad debt.',
}
const CHOOSE = 'Please choose a CSV file.'
const SELECT_FIRST = 'Please select the orders whose cash came in.'

/** Loads the cash that couriers have, with `?late=1` only what is overdue, and the last transfers. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  await recordView(ctx, { entity: 'order', entityId: 'all', personId: null })
  const params = new URL(request.url).searchParams
  const isLate = params.has('late')
  const [cash, settlements] = await Promise.all([
    listCash(db, MAX_REMITTANCE_LINES, isLate ? lateCash(now) : undefined),
    listSettlements(db, 20),
  ])
  const toWriteOff = params.get('write-off')
  const lost = cash.orders.find(({ orderId }) => orderId === toWriteOff) ?? null
  return { ...cash, isLate, lost, settlements, now, today: dayOf(now), done: doneNotice(request, DONE) }
}

/** Compares a courier's file, which changes nothing, or records the cash of the selected orders. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  if (form.get('intent') === 'compare') {
    const file = await fileIn(form, 'file')
    const csv = file && (await readCsv(file, MAX_REMITTANCE_LINES))
    if (!csv) return refuse(form, CHOOSE, 422)
    if (!csv.ok) return refuse(form, csvFileSentence(csv.problem), 422)
    const lines = readRemittance(csv.file)
    if (typeof lines === 'string') return refuse(form, lines, 422)
    const compared = compareRemittance(lines, await findRemitted(ctx.db, lines))
    return data<Answer>({ ok: true, message: null, compared })
  }
  if (form.get('intent') === 'write-off') {
    const writeOff = readFields(writeOffInput, form)
    if (!writeOff.ok) return invalid(writeOff, 'Please enter the reason.')
    const written = await writeOffCash(ctx, writeOff.value)
    return written.ok ? redirect(`${REMITTANCES}?done=written-off`, 303) : refusedBy(written, form)
  }
  // A refused form has one value for each field, so the selected orders are joined.
  const orderIds = form.getAll('order').join(' ').split(' ').filter(isUuid)
  form.set('order', orderIds.join(' '))
  const fields = readFields(remittanceInput, form)
  if (!fields.ok) return invalid(fields)
  if (orderIds.length === 0) return refuse(form, SELECT_FIRST, 422)
  const { carrier, reference, net, fee } = fields.value
  const { amount: cash } = await sumWithCouriers(ctx.db, orderIds)
  const difference = bankDifference(fields.value, cash)
  if (difference) return invalid({ problems: { net: difference }, values: typedValues(form) })
  const earlier = await findSettlement(ctx.db, 'cod', reference)
  const confirmation = requireConfirmation(form, {
    title: `Record the cash of ${pluralize(orderIds.length, 'order')}?`,
    lines: [
      `The bank statement shows ${formatAmount(net)}: ${formatAmount(cash)} of cash less ${formatAmount(fee)} of charges.`,
      ...(earlier
        ? [`It is added to ${formatAmount(earlier.net)} that are recorded with this reference.`]
        : []),
      `They are paid by ${carrier}’s transfer ${reference}. This can’t be undone.`,
    ],
    confirm: 'Record',
  })
  if (confirmation) return data<Answer>({ ok: true, message: null, confirmation, values: typedValues(form) })
  const recorded = await recordRemittance(ctx, { ...fields.value, orderIds })
  if (recorded.ok) return redirect(`${REMITTANCES}?done=recorded`, 303)
  return refusedBy(recorded, form, 'message' in recorded ? recorded.message : undefined)
}

type Answer = AdminAnswer & { compared?: RemittanceComparison }

export default function Remittances({ loaderData, actionData }: Route.ComponentProps) {
  const { orders, isLate, lost, count, amount, settlements, now, today, done } = loaderData
  const answer: Answer | undefined = actionData
  // Keeps the matched orders while the user answers a question or corrects a problem.
  const [last, setLast] = useState<RemittanceComparison | null>(null)
  const compared = answer && (answer.compared ?? last)
  if (compared && compared !== last) setLast(compared)
  const failed = answer?.ok === false ? answer : undefined
  const isOfRecord = failed?.values?.intent === 'record'
  const [oldest] = orders
  return (
    <AdminPage back={{ to: ACCOUNTS, label: 'Accounts' }}>
      <StatusNotice answer={isOfRecord ? undefined : (failed ?? (answer ? undefined : done))} />
      <ConfirmationDialog confirmation={answer?.confirmation} closeTo={REMITTANCES} />
      <p className="mb-5 max-w-read text-ink-soft">
        {count > 0
          ? `${formatAmount(amount)} of ${pluralize(count, 'delivered order')} to collect from couriers.`
          : 'No courier has cash of the shop.'}{' '}
        {oldest && `Oldest: ${durationText(oldest.deliveredAt, now)}. `}
        {isLate && (
          <>
            Shown: those delivered more than {MAX_CASH_DAYS} days ago, {orders.length}.{' '}
            <TextLink to={REMITTANCES}>Show all</TextLink>{' '}
          </>
        )}
        An order is paid once its cash is recorded here. Until then it can be returned and refunded, too.
      </p>
      <Form method="post" encType="multipart/form-data" className="spend-form" noValidate>
        <input type="hidden" name="intent" value="compare" />
        <CsvField
          label="Courier’s remittance file, CSV"
          name="file"
          hint="With the AWB or order ID, and the COD amount before charges."
        />
        <Button look="line">Compare</Button>
      </Form>
      {compared && <Differences differing={compared.differing} matched={compared.matched.length} />}
      {(compared?.matched ?? orders).length > 0 && (
        <Receipt
          key={compared ? compared.matched.map(({ orderId }) => orderId).join() : `all ${count}`}
          orders={compared?.matched ?? orders}
          isMatched={Boolean(compared)}
          values={answer?.values ?? {}}
          failed={isOfRecord ? failed : undefined}
          {...{ now, today }}
        />
      )}
      {lost && <WriteOff order={lost} />}
      <TableSection
        title="Transfers to the bank"
        caption="The last transfers of couriers and payment providers"
        columns={SETTLEMENT_COLUMNS}
        rows={settlements}
        empty={<EmptyList title="No transfer is recorded yet" />}
      />
    </AdminPage>
  )
}

function WriteOff({ order: { orderId, amount, carrier } }: { order: CashOrder }) {
  return (
    <ConfirmDialog
      title={`Write off ${formatAmount(amount)} of order ${shortId(orderId)}?`}
      confirm="Write off"
      closeTo={REMITTANCES}
      action={REMITTANCES}
      fields={{ intent: 'write-off', orderId }}
    >
      <p>
        For cash that {carrier ?? 'the courier'} never pays. The order counts as paid, and the amount is a bad
        debt in the accounts and for Tally. This can’t be undone.
      </p>
      <TextField label="Reason" name="reason" required maxLength={300} />
    </ConfirmDialog>
  )
}

function Differences({ differing, matched }: { differing: RemittanceDifference[]; matched: number }) {
  return (
    <AdminSection title={`${pluralize(matched, 'line')} matched, ${differing.length} differ`}>
      {differing.length === 0 ? (
        <Banner tone="positive">Every line is an order whose cash a courier has.</Banner>
      ) : (
        <AdminTable caption="Lines that differ" columns={DIFFERENCE_COLUMNS} rows={differing} />
      )}
    </AdminSection>
  )
}

const DIFFERENCE_COLUMNS: Column<RemittanceDifference>[] = [
  column.text('Line', ({ line }) => line.at),
  column.title(
    'In the file',
    ({ line }) => [line.number, line.order].filter(Boolean).join(', ').slice(0, 80) || '–',
  ),
  column.text('Order', ({ orderId }) => (orderId ? <OrderLink id={orderId} /> : '–')),
  column.state('Difference', ({ problem }) => problem),
  column.figure('Amount', ({ line }) => (line.amount === null ? '–' : formatAmount(line.amount))),
]

const FORM = 'remittance'

type ReceiptProps = {
  orders: CashOrder[]
  isMatched: boolean
  values: NonNullable<Answer['values']>
  failed: Answer | undefined
  now: Date
  today: string
}

/** A form for the orders of a transfer, and for what the bank statement says about it. */
function Receipt({ orders, isMatched, values, failed, now, today }: ReceiptProps) {
  const isHydrated = useHydrated()
  const selection = useSelection(
    FORM,
    orders.map(({ orderId }) => orderId),
  )
  const selected = orders.filter(({ orderId }) => selection.isPicked(orderId))
  const sum = add(NO_MONEY, ...selected.map(({ amount }) => amount))
  const isBusy = useNavigation().formData?.get('intent') === 'record'
  const carrier = (isMatched && orders[0]?.carrier) || ''
  const field = fieldsOf({ ...failed, values }, { carrier, day: today, fee: '0', tax: '0' })
  const columns: Column<CashOrder>[] = [
    column.pick('Select', ({ orderId }) => (
      <RowCheckbox
        form={FORM}
        autoComplete="off"
        name="order"
        value={orderId}
        defaultChecked={values.order?.includes(orderId) ?? isMatched}
        onChange={({ currentTarget }) => selection.onPick(orderId, currentTarget.checked)}
        aria-label={`Select order ${shortId(orderId)}`}
      />
    )),
    column.title('Order', ({ orderId }) => <OrderLink id={orderId} />, {
      note: ({ customerName }) => customerName,
    }),
    column.text('Courier', ({ carrier }) => carrier ?? 'Own delivery', {
      note: ({ trackingNumber }) => trackingNumber,
    }),
    column.text('Delivered', ({ deliveredAt }) => `${durationText(deliveredAt, now)} ago`),
    column.figure('Cash', ({ amount }) => formatAmount(amount)),
    column.actions('Actions', ({ orderId }) => (
      <ButtonLink to={`${REMITTANCES}?write-off=${orderId}`} look="line" size="sm" preventScrollReset>
        Write off
        <VisuallyHidden> order {shortId(orderId)}</VisuallyHidden>
      </ButtonLink>
    )),
  ]
  return (
    <AdminSection title={isMatched ? 'Matched orders' : 'With couriers'}>
      <AdminTable
        caption="Cash with couriers"
        columns={columns}
        rows={orders}
        rowKey={({ orderId }) => orderId}
        folded
      />
      {isHydrated && (
        <p className="bulk-bar sticky bottom-0" role="status">
          <span>
            {selected.length > 0
              ? `${pluralize(selected.length, 'order')} selected: ${formatAmount(sum)}`
              : 'No order is selected yet'}
          </span>
        </p>
      )}
      <StatusNotice answer={failed} />
      <Form id={FORM} method="post" className="spend-form" preventScrollReset noValidate>
        <input type="hidden" name="intent" value="record" />
        <TextField {...field('carrier')} label="Courier" maxLength={100} required />
        <TextField
          {...field('reference')}
          label="Bank reference (UTR)"
          maxLength={40}
          autoComplete="off"
          required
        />
        <TextField {...field('day')} label="Day on the bank statement" type="date" max={today} required />
        <TextField
          {...field('net')}
          label="Amount on the bank statement, in rupees"
          inputMode="decimal"
          required
        />
        <TextField {...field('fee')} label="Charges deducted, with GST, in rupees" inputMode="decimal" />
        <TextField {...field('tax')} label="GST in these charges, in rupees" inputMode="decimal" />
        <Button busy={isBusy}>Record the selected orders</Button>
      </Form>
    </AdminSection>
  )
}

const SETTLEMENT_COLUMNS: Column<ListedSettlement>[] = [
  column.title('Reference', ({ reference, writtenOff }) => (writtenOff ? 'Written off' : reference), {
    note: ({ writtenOff }) => writtenOff && <OrderLink id={writtenOff.orderId} />,
  }),
  column.text('From', ({ provider, carrier }) => carrier || PROVIDERS[provider], {
    note: ({ writeOffReason }) => writeOffReason,
  }),
  column.text('Day', ({ day }) => formatDay(startOf(day))),
  column.count('Payments', ({ orders }) => orders),
  column.number('Charges or loss', ({ fee, tax, writtenOff }) =>
    writtenOff
      ? `${formatAmount(writtenOff.amount)} written off`
      : `${formatAmount(fee)}, of it ${formatAmount(tax)} GST`,
  ),
  column.figure('Into the bank', ({ net }) => formatAmount(net)),
]
