import { data } from 'react-router'
import { z } from 'zod'
import { AnalyticsPage } from '#app/admin/analytics/analytics-page.tsx'
import type { AnalyticsAnswer, SpendAbout } from '#app/admin/analytics/spend-form.tsx'
import { seenAtField } from '#app/desk/confirmation.server.ts'
import type { ShownConflict } from '#app/desk/conflict-panel.tsx'
import { ANALYTICS } from '#app/desk/paths.ts'
import { WrongRange } from '#app/desk/period-picker.tsx'
import { readFields, typedValues } from '#app/kit/form-fields.ts'
import { moreIcons } from '#app/kit/more-icons.ts'
import { formOf } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readAnalytics } from '#shop/analytics/analytics.read.ts'
import { findSpend } from '#shop/analytics/figures.read.ts'
import { flagReviewInput, type SpendInput, spendInput, spendKeyInput } from '#shop/analytics/input.ts'
import { readPeriod } from '#shop/analytics/period.ts'
import { recordSpend } from '#shop/analytics/record-spend.ts'
import { reviewFlags } from '#shop/analytics/review-flags.ts'
import { firstOrderDay } from '#shop/analytics/sales.read.ts'
import { type SpendKey, spendId } from '#shop/analytics/spend.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/analytics.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  tab: { label: 'Analytics', icon: moreIcons.chartNoAxesColumn, group: 'main' },
  access: { get: 200, post: 422 },
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const params = new URL(request.url).searchParams
  const today = dayOf(now)
  const { period, range } = readPeriod(params, now)
  if (!period) return { page: null, range, firstDay: await firstOrderDay(reads.figures), today }
  const page = await readAnalytics(reads.figures, period, now)
  const opened = page.spends.find((spend) => spendId(spend) === params.get('spend')) ?? null
  return { page, opened, today }
}

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('spend'), ...spendInput.shape, seenAt: seenAtField }),
  z.object({ intent: z.literal('review'), ...flagReviewInput.shape }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) {
    const { problems, values } = sent
    return data<AnalyticsAnswer>(
      { ok: false, message: null, problems, values, about: aboutOf(form) },
      { status: 422 },
    )
  }
  return sent.value.intent === 'spend' ? record(ctx, sent.value, form) : review(ctx, sent.value.orderId)
}

async function review(ctx: Ctx, orderId: string) {
  const reviewed = await reviewFlags(ctx, orderId)
  // Another admin may have been faster; the list shows the result.
  if (reviewed.ok || reviewed.reason === 'no_flag_waits') {
    return data<AnalyticsAnswer>({ ok: true, message: 'Order marked as reviewed' })
  }
  throw data(null, { status: REFUSALS[reviewed.reason].status })
}

async function record(ctx: Ctx, { seenAt, month, channel, amount }: SpendForm, form: FormData) {
  const spend = { month, channel, amount }
  const recorded = await recordSpend(ctx, { ...spend, seenAt })
  if (recorded.ok) return data<AnalyticsAnswer>({ ok: true, message: 'Spend recorded' })
  const refused = { ok: false, message: null, problems: {}, values: typedValues(form) } as const
  if (recorded.reason === 'spend_changed') {
    return data<AnalyticsAnswer>({ ...refused, ...(await conflictOf(ctx, spend, seenAt)) }, { status: 409 })
  }
  const { status, en } = REFUSALS[recorded.reason]
  return data<AnalyticsAnswer>({ ...refused, problems: { month: en }, about: aboutOf(form) }, { status })
}

type SpendForm = Extract<z.infer<typeof forms>, { intent: 'spend' }>

/** The record that a form changes, also when its amount is invalid; null for a new one. */
function aboutOf(form: FormData): SpendAbout | null {
  const key = readFields(spendKeyInput.extend({ seenAt: seenAtField }), form)
  if (!key.ok || !key.value.seenAt) return null
  const { month, channel, seenAt } = key.value
  return { month, channel, seenAt: seenAt.getTime(), amount: null }
}

/** Both versions; saving again overwrites the saved one. */
async function conflictOf(
  { db, now }: Ctx,
  { month, channel, amount: yours }: SpendInput,
  seenAt: Date | null,
): Promise<{ about: SpendAbout; conflict: Omit<ShownConflict, 'reloadTo'> }> {
  const key: SpendKey = { month, channel }
  const [saved, [last]] = await Promise.all([
    findSpend(db, key),
    listChanges(db, { entity: 'spend', entityId: spendId(key), limit: 1 }),
  ])
  const theirs = saved ? formatPrice(saved.amount) : ''
  const at = saved?.updatedAt ?? now
  return {
    about: { ...key, seenAt: saved?.updatedAt.getTime() ?? null, amount: yours },
    conflict: {
      thing: 'spend',
      by: last?.actorName ?? 'Another admin',
      at,
      rows: [{ label: 'Amount', theirs, yours: formatPrice(yours) }],
      wasThere: seenAt === null,
    },
  }
}

export default function Analytics({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.page === null) return <WrongRange {...loaderData} page={ANALYTICS} />
  return <AnalyticsPage {...loaderData} answer={actionData} />
}
