import { data, redirect } from 'react-router'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'
import { PayoutsPage } from '#app/admin/payouts/payouts-page.tsx'
import { PAYOUTS } from '#app/admin/payouts/payouts-path.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { Ctx } from '#shop/ctx.ts'
import { answerPayQuestion } from '#shop/programme/answer-pay-question.ts'
import { payAnswerInput } from '#shop/programme/input.ts'
import { makePayout } from '#shop/programme/make-payout.ts'
import { listOpenQuestions, listPayouts, payableWorkers } from '#shop/programme/pay.read.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/payouts.ts'

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

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  switch (textOf(form, 'intent')) {
    case 'make':
      return make(ctx)
    case 'answer':
      return answer(ctx, form)
    default:
      throw data(null, { status: 400 })
  }
}

async function make(ctx: Ctx) {
  const made = await makePayout(ctx)
  if (made.ok) return redirect(`${PAYOUTS}/${made.value.payoutId}`, 303)
  if (made.reason === 'not_admin') throw data(null, { status: 403 })
  return data<AdminAnswer>({ ok: false, message: REFUSALS[made.reason].en }, 409)
}

async function answer(ctx: Ctx, form: FormData) {
  const input = payAnswerInput.safeParse(textOf(form, 'answer'))
  if (!input.success) {
    return data<AdminAnswer>({ ok: false, message: input.error.issues[0]?.message ?? '' }, 422)
  }
  const answered = await answerPayQuestion(ctx, { questionId: textOf(form, 'id'), answer: input.data })
  if (answered.ok) return redirect(`${PAYOUTS}?done=answered`, 303)
  if (answered.reason === 'not_admin') throw data(null, { status: 403 })
  const status = answered.reason === 'question_not_found' ? 404 : 409
  return data<AdminAnswer>({ ok: false, message: REFUSALS[answered.reason].en }, status)
}

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  return <PayoutsPage {...loaderData} answer={actionData ?? loaderData.done} />
}
