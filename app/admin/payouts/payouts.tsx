import { redirect } from 'react-router'
import { z } from 'zod'
import { PAYOUTS } from '#app/admin/paths.ts'
import { PayoutsPage } from '#app/admin/payouts/payouts-page.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { payAnswerInput } from '#shop/programme/input.ts'
import { makePayout } from '#shop/programme/make-payout.ts'
import { listOpenQuestions, listPayouts, payableWorkers } from '#shop/programme/pay.read.ts'
import { answerPayQuestion } from '#shop/programme/pay-questions.ts'
import type { Route } from './+types/payouts.ts'

export const handle: PageHandle = {
  tab: { label: 'Payouts', icon: moreIcons.indianRupee, group: 'more' },
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

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('make') }),
  z.object({ intent: z.literal('answer'), id: z.string(), answer: payAnswerInput }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent)
  if (sent.value.intent === 'make') {
    const made = await makePayout(ctx)
    return made.ok ? redirect(`${PAYOUTS}/${made.value.payoutId}`, 303) : refusedBy(made, form)
  }
  const { id: questionId, answer } = sent.value
  const answered = await answerPayQuestion(ctx, { questionId, answer })
  return answered.ok ? redirect(`${PAYOUTS}?done=answered`, 303) : refusedBy(answered, form)
}

export default function Payouts({ loaderData, actionData }: Route.ComponentProps) {
  return <PayoutsPage {...loaderData} answer={actionData ?? loaderData.done} />
}
