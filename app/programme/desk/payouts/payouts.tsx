import { redirect } from 'react-router'
import { z } from 'zod'
import { PAYOUTS } from '#app/desk/paths.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { phoneIcons } from '#app/kit/phone-icons.ts'
import { PayoutsPage } from '#app/programme/desk/payouts/payouts-page.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordLook } from '#shop/audit/record-look.ts'
import { payAnswerInput } from '#shop/programme/input.ts'
import { makePayout } from '#shop/programme/make-payout.ts'
import { listOpenQuestions, listPayouts, payableWorkers } from '#shop/programme/pay.read.ts'
import { answerPayQuestion } from '#shop/programme/pay-questions.ts'
import { listUpiToTell } from '#shop/programme/upi-changes.read.ts'
import { markUpiTold, stopUpiChange } from '#shop/programme/upi-changes.ts'
import type { Route } from './+types/payouts.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  tab: { label: 'Payouts', icon: phoneIcons.indianRupee, group: 'more' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

const DONE: Record<string, string> = {
  answered: 'Answer sent',
  told: 'Noted that she knows of it',
  stopped: 'The change is stopped',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now, actor } = ctx
  const [payable, payouts, questions, upiToTell] = await Promise.all([
    payableWorkers(db, { payerId: actor.id, now }),
    listPayouts(db),
    listOpenQuestions(db),
    listUpiToTell(db, null, now),
  ])
  // The list shows the UPI address of each worker who is owed pay.
  if (payable.length > 0) await recordLook(ctx, { entity: 'payout', entityId: 'payable', personId: null })
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
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent)
  if (sent.value.intent === 'make') {
    const made = await makePayout(ctx)
    return made.ok ? redirect(`${PAYOUTS}/${made.value.payoutId}`, 303) : refusedBy(made, form)
  }
  if (sent.value.intent === 'told') {
    const told = await markUpiTold(ctx, sent.value.id)
    return told.ok ? redirect(`${PAYOUTS}?done=told`, 303) : refusedBy(told, form)
  }
  if (sent.value.intent === 'stop-upi') {
    const stopped = await stopUpiChange(ctx, sent.value.userId)
    return stopped.ok ? redirect(`${PAYOUTS}?done=stopped`, 303) : refusedBy(stopped, form)
  }
  const { id: questionId, answer } = sent.value
  const answered = await answerPayQuestion(ctx, { questionId, answer })
  return answered.ok ? redirect(`${PAYOUTS}?done=answered`, 303) : refusedBy(answered, form)
}

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  return <PayoutsPage {...loaderData} answer={actionData ?? loaderData.done} />
}
