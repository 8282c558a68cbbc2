import { data, redirect } from 'react-router'
import { z } from 'zod'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'
import { PayoutsPage } from '#app/admin/payouts/payouts-page.tsx'
import { PAYOUTS } from '#app/admin/payouts/payouts-path.ts'
import { readFields } from '#app/kit/form-fields.ts'
import { formOf, invalid } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import type { Ctx } from '#shop/ctx.ts'
import { answerPayQuestion } from '#shop/programme/answer-pay-question.ts'
import { payAnswerInput } from '#shop/programme/input.ts'
import { makePayout } from '#shop/programme/make-payout.ts'
import { listOpenQuestions, listPayouts, payableWorkers } from '#shop/programme/pay.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/payouts.ts'

export const handle: PageHandle = {
  tab: { label: 'Payouts', icon: 'indian-rupee', group: 'more' },
  feature: 'programme',
  access: { get: 200, post: 422 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(adminContext)
  const [payable, payouts, questions] = await Promise.all([
    payableWorkers(db),
    listPayouts(db),
    listOpenQuestions(db),
  ])
  const isAnswered = new URL(request.url).searchParams.get('done') === 'answered'
  return { payable, payouts, questions, done: isAnswered ? { ok: true, message: 'Answer sent' } : undefined }
}

const answerForm = z.object({ intent: z.literal('answer'), id: z.string(), answer: payAnswerInput })
const forms = z.discriminatedUnion('intent', [z.object({ intent: z.literal('make') }), answerForm])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const sent = readFields(forms, await formOf(request))
  if (!sent.ok) return invalid(sent)
  return sent.value.intent === 'make' ? make(ctx) : answer(ctx, sent.value)
}

async function make(ctx: Ctx) {
  const made = await makePayout(ctx)
  if (made.ok) return redirect(`${PAYOUTS}/${made.value.payoutId}`, 303)
  if (made.reason === 'not_admin') throw data(null, { status: 403 })
  return data<AdminAnswer>({ ok: false, message: REFUSALS[made.reason].en }, 409)
}

async function answer(ctx: Ctx, { id: questionId, answer }: z.infer<typeof answerForm>) {
  const answered = await answerPayQuestion(ctx, { questionId, answer })
  if (answered.ok) return redirect(`${PAYOUTS}?done=answered`, 303)
  if (answered.reason === 'not_admin') throw data(null, { status: 403 })
  const { en: message, status } = REFUSALS[answered.reason]
  return data<AdminAnswer>({ ok: false, message }, status)
}

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  return <PayoutsPage {...loaderData} answer={actionData ?? loaderData.done} />
}
