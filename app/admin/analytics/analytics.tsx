import { data } from 'react-router'
import { AnalyticsPage } from '#app/admin/analytics/analytics-page.tsx'
import type { AnalyticsAnswer } from '#app/admin/analytics/answer.ts'
import { recordSpendForm } from '#app/admin/analytics/spend-form.server.ts'
import { checkForm, textOf } from '#app/kit/form-fields.ts'
import { formOf } from '#app/request/form.server.ts'
import { adminContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { flagReviewInput } from '#shop/analytics/input.ts'
import { periodFrom } from '#shop/analytics/period.ts'
import { reviewFlags } from '#shop/analytics/review-flags.ts'
import { spendId } from '#shop/analytics/spend.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import type { Route } from './+types/analytics.ts'

export const handle: PageHandle = {
  tab: { label: 'Analytics', icon: 'chart-no-axes-column', group: 'main' },
  access: { get: 200, post: 400 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(adminContext)
  const params = new URL(request.url).searchParams
  const page = await readAnalytics(reads.figures, periodFrom(params.get('period')), now)
  const opened = page.spends.find((spend) => spendId(spend) === params.get('spend')) ?? null
  return { page, opened, today: dayOf(now) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(adminContext)
  const form = await formOf(request)
  switch (textOf(form, 'intent')) {
    case 'spend':
      return recordSpendForm(ctx, form)
    case 'review':
      return review(ctx, form)
    default:
      throw data(null, { status: 400 })
  }
}

async function review(ctx: Ctx, form: FormData) {
  const checked = checkForm(flagReviewInput, form)
  if (!checked.ok) throw data(null, { status: 422 })
  const reviewed = await reviewFlags(ctx, checked.value.orderId)
  // Another admin may have been faster; the list shows the result.
  if (reviewed.ok || reviewed.reason === 'no_flag_waits') {
    return data<AnalyticsAnswer>({ ok: true, message: 'Order marked as reviewed' })
  }
  throw data(null, { status: 403 })
}

export default function Analytics({ loaderData, actionData }: Route.ComponentProps) {
  return <AnalyticsPage {...loaderData} answer={actionData} />
}
