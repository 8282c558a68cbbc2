import { data, Form, redirect, useNavigation } from 'react-router'
import { AdminPage, AdminSection } from '#app/admin/kit/admin-page.tsx'
import { ConfirmDialog } from '#app/admin/kit/confirm-dialog.tsx'
import { FiguresStrip } from '#app/admin/kit/figures-strip.tsx'
import { type AdminAnswer, StatusNotice } from '#app/admin/kit/status-notice.tsx'
import { PayoutLines } from '#app/admin/payouts/payout-lines.tsx'
import { PAYOUTS } from '#app/admin/payouts/payouts-path.ts'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { add, formatPrice, NO_MONEY } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'
import { noteInput, referenceInput } from '#shop/programme/input.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import type { Payout, PayoutLine, PayoutLineState } from '#shop/programme/pay.ts'
import { recordPayments } from '#shop/programme/record-payments.ts'
import { releasePayment } from '#shop/programme/release-payment.ts'
import { type ProgrammeReason, REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/payout.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db } = context.get(adminContext)
  const payout = await findPayout(db, params.id)
  if (!payout) throw data(null, { status: 404 })
  const asked = new URL(request.url).searchParams
  const releasing = payout.lines.find(({ id }) => id === asked.get('release')) ?? null
  const message = { paid: 'Payments recorded', released: 'Payment taken out' }[asked.get('done') ?? '']
  return { payout, releasing, done: message ? { ok: true, message } : undefined }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  switch (textOf(form, 'intent')) {
    case 'pay':
      return pay(ctx, params.id, form)
    case 'release':
      return release(ctx, params.id, form)
    default:
      throw data(null, { status: 400 })
  }
}

async function pay(ctx: Ctx, payoutId: string, form: FormData) {
  const typed = [...form.keys()].flatMap((name) => {
    const lineId = /^reference (.+)$/.exec(name)?.[1]
    return lineId && textOf(form, name).trim() ? [{ lineId, reference: textOf(form, name) }] : []
  })
  const references = Object.fromEntries(typed.map(({ lineId, reference }) => [lineId, reference]))
  if (typed.length === 0) return refusal('Please enter the reference of the transfer', 422, references)
  const payments: typeof typed = []
  for (const { lineId, reference } of typed) {
    const input = referenceInput.safeParse(reference)
    if (!input.success) return refusal('A reference has 4 to 60 letters, digits, /, - or _', 422, references)
    payments.push({ lineId, reference: input.data })
  }
  const paid = await recordPayments(ctx, { payments })
  if (paid.ok) return redirect(`${PAYOUTS}/${payoutId}?done=paid`, 303)
  return refusedBecause(paid.reason, references)
}

async function release(ctx: Ctx, payoutId: string, form: FormData) {
  const note = noteInput.safeParse(textOf(form, 'note'))
  if (!note.success) return refusal(note.error.issues[0]?.message ?? '', 422)
  const released = await releasePayment(ctx, { lineId: textOf(form, 'id'), note: note.data })
  if (released.ok) return redirect(`${PAYOUTS}/${payoutId}?done=released`, 303)
  return refusedBecause(released.reason, {})
}

function refusedBecause(reason: ProgrammeReason | 'not_admin', references: Record<string, string>) {
  if (reason === 'not_admin') throw data(null, { status: 403 })
  return refusal(REFUSALS[reason].en, reason === 'payout_line_not_found' ? 404 : 409, references)
}

function refusal(message: string, status: number, references: Record<string, string> = {}) {
  return data({ answer: { ok: false, message }, references }, status)
}

export default function PayoutDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { payout, releasing, done } = loaderData
  return (
    <PayoutPage
      payout={payout}
      releasing={releasing}
      references={actionData?.references ?? {}}
      answer={actionData?.answer ?? done}
    />
  )
}

type PayoutPageProps = {
  payout: Payout
  /** The payment that is about to be taken out. */
  releasing: PayoutLine | null
  /** References as they were typed, by line, when one was refused. */
  references: Record<string, string>
  answer: AdminAnswer | undefined
}

/** One payout: the file for the bank, and the references that come back. */
function PayoutPage({ payout, releasing, references, answer }: PayoutPageProps) {
  const { id, number, createdAt, lines } = payout
  const isBusy = useNavigation().formData?.get('intent') === 'pay'
  const here = `${PAYOUTS}/${id}`
  const isWaiting = lines.some(({ state }) => state === 'waiting')
  return (
    <AdminPage
      title={`Payout ${number}`}
      actions={
        <>
          <ButtonLink to={PAYOUTS} look="line" icon="arrow-left">
            All payouts
          </ButtonLink>
          <ButtonLink to={`${here}/csv`} look="line" icon="download" reloadDocument>
            CSV for the bank
          </ButtonLink>
        </>
      }
    >
      <StatusNotice answer={answer} />
      <FiguresStrip figures={figuresOf(payout)} />
      <AdminSection title={`Made on ${formatDay(createdAt)}`}>
        <Form method="post">
          <input type="hidden" name="intent" value="pay" />
          <PayoutLines
            lines={lines}
            references={references}
            releasePath={(lineId) => `${here}?release=${lineId}`}
          />
          {isWaiting && (
            <div className="pt-4">
              <p className="mb-3">
                Enter the reference of each transfer that was made; the others stay to be paid.
              </p>
              <Button busy={isBusy}>Mark as paid</Button>
            </div>
          )}
        </Form>
      </AdminSection>
      {releasing && <ReleaseDialog line={releasing} closeTo={here} />}
    </AdminPage>
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
    { label: 'Confirmed by workers', value: confirmed.toLocaleString('en-IN') },
  ]
}

/** Asks why a payment is taken out of its payout, or why it was returned. */
function ReleaseDialog({
  line: { id, state, workerName, amount },
  closeTo,
}: {
  line: PayoutLine
  closeTo: string
}) {
  const wasPaid = state === 'paid'
  return (
    <ConfirmDialog
      title={
        wasPaid
          ? `${formatPrice(amount)} for ${workerName} was returned?`
          : `Take ${workerName} out of this payout?`
      }
      confirm={wasPaid ? 'Mark as returned' : 'Take out'}
      closeTo={closeTo}
      action={closeTo}
      fields={{ intent: 'release', id }}
    >
      <p>
        {wasPaid
          ? 'The ledger notes that the payment was reversed. The work is owed again and goes into the next payout.'
          : 'The work stays owed and goes into the next payout.'}
      </p>
      <TextField label="Reason" name="note" required maxLength={300} />
    </ConfirmDialog>
  )
}
