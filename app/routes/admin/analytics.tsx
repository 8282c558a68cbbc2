import { data } from 'react-router'
import { adminCtx } from '#app/http/admin.server.ts'
import { checkForm, textOf } from '#app/http/check-form.ts'
import { formOf } from '#app/http/form.server.ts'
import { AnalyticsPage } from '#app/ui/admin/analytics/analytics-page.tsx'
import type { AnalyticsAnswer } from '#app/ui/admin/analytics/answer.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { flagReviewInput, spendInput } from '#shop/analytics/input.ts'
import { periodFrom } from '#shop/analytics/period.ts'
import { type RecordSpendRefusal, recordSpend } from '#shop/analytics/record-spend.ts'
import { reviewFlags } from '#shop/analytics/review-flags.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import type { Route } from './+types/analytics.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = adminCtx(context)
  const period = periodFrom(new URL(request.url).searchParams.get('period'))
  return { page: await readAnalytics(reads.figures, period, now), today: dayOf(now) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = adminCtx(context)
  const form = await formOf(request)
  switch (textOf(form, 'intent')) {
    case 'spend':
      return spend(ctx, form)
    case 'review':
      return review(ctx, form)
    default:
      throw data(null, { status: 400 })
  }
}

const SPEND_REFUSALS: Record<RecordSpendRefusal['reason'], { status: number; message: string }> = {
  not_admin: { status: 403, message: "You don't have permission to record spend" },
  month_to_come: { status: 422, message: 'Choose a month that has begun' },
}

async function spend(ctx: Ctx, form: FormData) {
  const typed = {
    month: textOf(form, 'month'),
    channel: textOf(form, 'channel'),
    amount: textOf(form, 'amount'),
  }
  const checked = checkForm(spendInput, form)
  if (!checked.ok) return data<AnalyticsAnswer>({ ok: false, typed, ...checked.problem }, { status: 422 })
  const recorded = await recordSpend(ctx, checked.value)
  if (recorded.ok) return data<AnalyticsAnswer>({ ok: true, message: 'Spend recorded' })
  const { status, message } = SPEND_REFUSALS[recorded.reason]
  return data<AnalyticsAnswer>({ ok: false, message, field: 'month', typed }, { status })
}

async function review(ctx: Ctx, form: FormData) {
  const checked = checkForm(flagReviewInput, form)
  if (!checked.ok) throw data(null, { status: 422 })
  const reviewed = await reviewFlags(ctx, checked.value.orderId)
  // Somebody else may have been faster; the list shows it.
  if (reviewed.ok || reviewed.reason === 'no_flag_waits') {
    return data<AnalyticsAnswer>({ ok: true, message: 'Order marked as reviewed' })
  }
  throw data(null, { status: 403 })
}

export default function Analytics({ loaderData, actionData }: Route.ComponentProps) {
  return <AnalyticsPage {...loaderData} answer={actionData} />
}
