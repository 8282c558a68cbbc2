import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { AdminPage, AdminSection, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { FiguresStrip } from '#app/desk/figures-strip.tsx'
import { PAYOUTS } from '#app/desk/paths.ts'
import { ExportLink, exportPath } from '#app/desk/staff-link.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { type FormValues, typedValues } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { Badge, type Tone } from '#app/kit/status.tsx'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import type { Ctx } from '#shop/ctx.ts'
import { add, formatAmount, formatPrice, NO_MONEY } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { cleanValue, pluralize } from '#shop/kernel/text.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { rupeesIn } from '#shop/kernel/typed-number.ts'
import { noteInput, referenceInput } from '#shop/programme/input.ts'
import { findPayout, referenceUses } from '#shop/programme/pay.read.ts'
import {
  awaitsApproval,
  type Payout,
  type PayoutLine,
  type PayoutLineState,
  payoutTotal,
  plainReference,
  type ReferenceUse,
  referenceUseLine,
  repeatedReferences,
} from '#shop/programme/pay.ts'
import { approvePayout, recordPayments, releasePayment, type Transfer } from '#shop/programme/pay-workers.ts'
import type { Route } from './+types/payout.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  title: null,
  feature: 'programme',
  access: { at: '/admin/dashboard/payouts/{nothing}', get: 404, post: 422 },
}

/** Notices after an action, by the URL's `done`. */
const DONE = {
  paid: 'Payments recorded',
  dropped: 'Payment taken out. The work goes into the next payout.',
  returned: 'Payment taken back. The work goes into the next payout.',
  approved: 'Payout approved',
  taken: 'The payout is yours now',
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, actor, config } = ctx
  const payout = await findPayout(db, params.id)
  if (!payout) throw data(null, { status: 404 })
  await recordView(ctx, { entity: 'payout', entityId: payout.id, personId: null })
  const lineId = new URL(request.url).searchParams.get('release')
  const lineToRelease = payout.lines.find(({ id }) => id === lineId) ?? null
  const isWaiting = awaitsApproval(payout, config.secondPerson.payoutsAbove)
  const approval = isWaiting ? (payout.createdBy === actor.id ? 'by_others' : 'by_you') : null
  return { payout, lineToRelease, approval, done: doneNotice(request, DONE) } as const
}

const releaseForm = z.object({ intent: z.literal('release'), id: z.string(), note: noteInput })
/** Each payment has a reference field of its own, named 'reference <id>'. */
const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('pay') }),
  z.object({ intent: z.literal('approve') }),
  releaseForm,
])

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields)
  const { id: payoutId } = params
  if (fields.value.intent === 'approve') return approve(ctx, payoutId, form)
  return fields.value.intent === 'pay' ? pay(ctx, payoutId, form) : release(ctx, payoutId, fields.value, form)
}

async function approve(ctx: Ctx, payoutId: string, form: FormData) {
  const payout = await findPayout(ctx.db, payoutId)
  const total = payout && formatAmount(payoutTotal(payout.lines))
  const confirmation =
    payout &&
    requireConfirmation(form, {
      title: `${payout.makerMayPay ? 'Approve' : 'Take over'} payout ${payout.number}?`,
      lines: [
        `${payout.createdByName ?? 'A closed account'} made it: ${total} to ${pluralize(payout.lines.length, 'worker')}.`,
        payout.makerMayPay
          ? 'It can then be paid. Compare names, UPI IDs and amounts first.'
          : 'You are then responsible for it, and another person has to approve it.',
      ],
      confirm: payout.makerMayPay ? 'Approve the payout' : 'Take over the payout',
    })
  if (confirmation) {
    return { ok: false, message: null, problems: {}, values: typedValues(form), confirmation }
  }
  const approved = await approvePayout(ctx, payoutId)
  const done = approved.ok && approved.value === 'approved' ? 'approved' : 'taken'
  if (approved.ok) return redirect(`${PAYOUTS}/${payoutId}?done=${done}`, 303)
  return refusedBy(approved, form)
}

async function pay(ctx: Ctx, payoutId: string, form: FormData) {
  const payments = [...form].flatMap(([name, value]) => {
    const lineId = /^reference (.+)$/.exec(name)?.[1]
    const reference = cleanValue(String(value))
    return lineId && reference ? [{ lineId, reference }] : []
  })
  const invalidReference = (message: string) => invalid({ problems: {}, values: typedValues(form) }, message)
  if (payments.length === 0) return invalidReference('Please enter the reference of the transfer')
  if (payments.some(({ reference }) => !referenceInput.safeParse(reference).success))
    return invalidReference('A reference has 4 to 60 letters, digits, /, - or _')
  const lines = (await findPayout(ctx.db, payoutId))?.lines ?? []
  const wrong = payments.flatMap(({ lineId }) => {
    const line = lines.find(({ id }) => id === lineId)
    const typed = rupeesIn(String(form.get(`amount ${lineId}`) ?? ''))
    if (!line || typed === line.amount) return []
    const inBank = typed === null ? 'no amount' : formatAmount(typed)
    return [`${line.workerName}: ${inBank} in the bank, ${formatAmount(line.amount)} in this payout.`]
  })
  if (wrong.length > 0)
    return invalidReference(`Please enter the amounts that the bank shows. ${wrong.join(' ')}`)
  const references = payments.map(({ reference }) => reference)
  const uses = await referenceUses(ctx.db, references)
  const repeats = repeatedReferences(references)
  const question =
    uses.length + repeats.length > 0 &&
    referenceConfirmation(uses, await withNames(ctx, payoutId, payments, repeats))
  const confirmation = question && requireConfirmation(form, question)
  if (confirmation) {
    return { ok: false, message: null, problems: {}, values: typedValues(form), confirmation }
  }
  const repeated = [...uses.map(({ reference }) => reference), ...repeats]
  const paid = await recordPayments(ctx, { payments, repeated })
  if (paid.ok) return redirect(`${PAYOUTS}/${payoutId}?done=paid`, 303)
  return refusedBy(paid, form)
}

/** Returns, for each of these references, the workers for whom it was typed. */
async function withNames(
  { db }: Ctx,
  payoutId: string,
  payments: readonly Transfer[],
  repeats: readonly string[],
): Promise<{ reference: string; names: string[] }[]> {
  if (repeats.length === 0) return []
  const lines = (await findPayout(db, payoutId))?.lines ?? []
  return repeats.map((reference) => {
    const same = payments.filter((payment) => plainReference(payment.reference) === plainReference(reference))
    const ids = same.map(({ lineId }) => lineId)
    return {
      reference,
      names: lines.filter(({ id }) => ids.includes(id)).map(({ workerName }) => workerName),
    }
  })
}

/** Asks before saving references that are recorded or were typed twice: one transfer can pay several workers. */
function referenceConfirmation(
  uses: readonly ReferenceUse[],
  repeats: readonly { reference: string; names: string[] }[],
) {
  return {
    title: 'Save references that were used before?',
    lines: [
      ...uses.map(referenceUseLine),
      ...repeats.map(({ reference, names }) => `You entered ${reference} for ${names.join(' and ')}.`),
      'Each transfer has a different reference. Save a repeated one only if one transfer paid several workers.',
    ],
    confirm: 'Save anyway',
  }
}

async function release(
  ctx: Ctx,
  payoutId: string,
  { id: lineId, note }: z.infer<typeof releaseForm>,
  form: FormData,
) {
  const released = await releasePayment(ctx, { lineId, note })
  if (released.ok) return redirect(`${PAYOUTS}/${payoutId}?done=${released.value}`, 303)
  return refusedBy(released, form)
}

export default function PayoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const { payout, lineToRelease, approval, done } = loaderData
  const needsConfirmation = actionData && 'confirmation' in actionData
  const confirmation = needsConfirmation ? actionData.confirmation : null
  const answer = needsConfirmation ? undefined : (actionData ?? done)
  const typed = actionData?.values ?? {}
  const { id, number, lines } = payout
  const isBusy = useNavigation().formData?.get('intent') === 'pay'
  const path = `${PAYOUTS}/${id}`
  const waiting = lines.filter(({ state }) => state === 'waiting')
  return (
    <AdminPage
      title={`Payout ${number}`}
      back={{ to: PAYOUTS, label: 'All payouts' }}
      actions={
        <>
          <ExportLink to={exportPath('payout-lines', { payout: id })} />
          {approval === null && waiting.some(({ upiId }) => upiId !== null) && (
            <ButtonLink to={`${path}/csv`} look="line" icon={moreIcons.download} reloadDocument>
              CSV for the bank
            </ButtonLink>
          )}
        </>
      }
    >
      <StatusNotice answer={answer} />
      {approval && <ApprovalNotice approval={approval} {...payout} />}
      <FiguresStrip figures={figuresOf(payout)} />
      <AdminSection title={madeText(payout)}>
        <Form method="post">
          <input type="hidden" name="intent" value="pay" />
          <PayoutLines lines={lines} typed={typed} path={path} />
          {waiting.length > 0 && approval === null && (
            <div className="pt-4">
              <p className="mb-3">
                Enter the reference and the amount of each transfer as the bank shows them. The other payments
                stay unpaid.
              </p>
              <Button busy={isBusy}>Mark as paid</Button>
            </div>
          )}
        </Form>
      </AdminSection>
      <ConfirmationDialog confirmation={confirmation} closeTo={path} />
      {lineToRelease && <ReleaseDialog line={lineToRelease} closeTo={path} />}
    </AdminPage>
  )
}

function madeText({ createdAt, createdByName, approvedAt, approvedByName }: Payout): string {
  const text = `Made on ${formatDay(createdAt)}`
  if (approvedAt === null) return text
  const by = createdByName ? ` by ${createdByName}` : ''
  return `${text}${by}, approved by ${approvedByName ?? 'a closed account'} on ${formatDay(approvedAt)}`
}

type ApprovalNoticeProps = Pick<Payout, 'createdByName' | 'makerMayPay'> & {
  approval: 'by_you' | 'by_others'
}

function ApprovalNotice({ approval, createdByName, makerMayPay }: ApprovalNoticeProps) {
  const maker = createdByName ?? 'A closed account'
  return (
    <Banner
      tone="warning"
      live={false}
      className="mb-4"
      title="With what was paid in the last 7 days, this payout needs the approval of a second person."
    >
      {approval === 'by_others' ? (
        'You created this payout, so another person has to approve it before it can be paid.'
      ) : (
        <Form method="post" className="grid justify-items-start gap-3">
          <p>
            {makerMayPay
              ? `${maker} made it. Compare names, UPI IDs and amounts first.`
              : `${maker} made it, but may no longer make payouts. Take it over; another person can then approve it.`}
          </p>
          <Button name="intent" value="approve">
            {makerMayPay ? 'Approve' : 'Take over'}
          </Button>
        </Form>
      )}
    </Banner>
  )
}

function figuresOf({ lines }: Payout) {
  const sum = (...states: PayoutLineState[]) =>
    formatPrice(
      add(NO_MONEY, ...lines.filter(({ state }) => states.includes(state)).map(({ amount }) => amount)),
    )
  const confirmed = lines.filter(({ confirmedAt }) => confirmedAt !== null).length
  return [
    { label: 'To be paid', value: sum('waiting') },
    { label: 'Paid', value: sum('paid') },
    { label: 'Returned', value: sum('returned') },
    { label: 'Confirmed by workers', value: formatNumber(confirmed) },
  ]
}

/** Asks for a reason and a confirmation before a payment is taken out of its payout or taken back. */
function ReleaseDialog({ line, closeTo }: { line: PayoutLine; closeTo: string }) {
  const { id, state, workerName, amount } = line
  const wasPaid = state === 'paid'
  return (
    <ConfirmDialog
      title={
        wasPaid
          ? `Take back ${formatPrice(amount)} for ${workerName}?`
          : `Take ${workerName} out of this payout?`
      }
      confirm={wasPaid ? 'Take back' : 'Take out'}
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'release', id }}
    >
      <p>
        {wasPaid
          ? 'For a transfer that came back, or that was recorded by mistake. The ledger notes that the payment was reversed. The work is owed again and goes into the next payout.'
          : 'The work stays owed and goes into the next payout.'}
      </p>
      <TextField label="Reason" name="note" required maxLength={300} />
    </ConfirmDialog>
  )
}

const LINE_STATES: Record<PayoutLineState, { tone: Tone; label: string }> = {
  waiting: { tone: 'warning', label: 'To be paid' },
  paid: { tone: 'positive', label: 'Paid' },
  dropped: { tone: 'neutral', label: 'Taken out' },
  returned: { tone: 'danger', label: 'Returned' },
}

function PayoutLines({ lines, typed, path }: { lines: PayoutLine[]; typed: FormValues; path: string }) {
  const columns: Column<PayoutLine>[] = [
    column.title('Worker', ({ workerName }) => workerName, { note: workText }),
    column.text('UPI ID', upiOf),
    column.figure('Amount', ({ amount }) => formatPrice(amount)),
    column.text('Reference', (line) => <ReferenceCell line={line} typed={typed} />),
    column.state('State', ({ state }) => (
      <Badge tone={LINE_STATES[state].tone}>{LINE_STATES[state].label}</Badge>
    )),
    column.actions('Actions', (line) => <ReleaseCell line={line} to={`${path}?release=${line.id}`} />),
  ]
  return (
    <AdminTable caption="Payments" columns={columns} rows={lines} empty={<EmptyList title="No payments" />} />
  )
}

function upiOf({ upiId, isUpiCorrupt }: PayoutLine): string {
  const refused = 'The stored ID can’t be decrypted. Take this payment out and pay it with the next payout.'
  return upiId ?? (isUpiCorrupt ? refused : 'Not given')
}

function workText({ groupName, tasks, closedNote }: PayoutLine): string {
  const work = tasks.map(({ taskName }) => taskName).join(', ')
  return closedNote ?? [groupName, work].filter(Boolean).join(': ')
}

function ReferenceCell({ line, typed }: { line: PayoutLine; typed: FormValues }) {
  if (line.state === 'waiting') {
    return (
      <div className="grid gap-2">
        {[
          { name: `reference ${line.id}`, label: 'Reference', inputMode: 'text' } as const,
          { name: `amount ${line.id}`, label: 'Amount in the bank', inputMode: 'decimal' } as const,
        ].map(({ name, label, inputMode }) => (
          <label key={name} className="pay-reference">
            <span className="data-sub">
              {label}
              <VisuallyHidden> for {line.workerName}</VisuallyHidden>
            </span>
            <input
              className="input"
              {...{ name, inputMode, defaultValue: typed[name] }}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
            />
          </label>
        ))}
      </div>
    )
  }
  if (!line.reference) return null
  return (
    <span>
      {line.reference}
      <span className="data-sub">{paidText(line)}</span>
    </span>
  )
}

function paidText({ state, paidAt, confirmedAt }: PayoutLine): string | null {
  if (confirmedAt) return `Confirmed on ${formatDay(confirmedAt)}`
  if (!paidAt) return null
  return state === 'returned'
    ? `Recorded on ${formatDay(paidAt)}, then taken back`
    : `Paid on ${formatDay(paidAt)}`
}

function ReleaseCell({ line, to }: { line: PayoutLine; to: string }) {
  const { state, workerName, confirmedAt } = line
  if (confirmedAt || (state !== 'waiting' && state !== 'paid')) return null
  return (
    <ButtonLink to={to} look="line" size="sm" preventScrollReset>
      {state === 'waiting' ? 'Take out' : 'Take back'}
      <VisuallyHidden> {workerName}</VisuallyHidden>
    </ButtonLink>
  )
}
