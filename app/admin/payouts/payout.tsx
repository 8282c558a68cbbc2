import { data, redirect } from 'react-router'
import { PayoutPage } from '#app/admin/payouts/payout-page.tsx'
import { PAYOUTS } from '#app/admin/payouts/payouts-path.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { adminCtx } from '#app/request/admin.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { noteInput, referenceInput } from '#shop/programme/input.ts'
import { findPayout } from '#shop/programme/pay.read.ts'
import { recordPayments } from '#shop/programme/record-payments.ts'
import { releasePayment } from '#shop/programme/release-payment.ts'
import { type ProgrammeReason, REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/payout.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db } = adminCtx(context)
  const payout = await findPayout(db, params.id)
  if (!payout) throw data(null, { status: 404 })
  const asked = new URL(request.url).searchParams
  const releasing = payout.lines.find(({ id }) => id === asked.get('release')) ?? null
  const message = { paid: 'Payments recorded', released: 'Payment taken out' }[asked.get('done') ?? '']
  return { payout, releasing, done: message ? { ok: true, message } : undefined }
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const ctx = adminCtx(context)
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
