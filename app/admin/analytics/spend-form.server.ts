import { data } from 'react-router'
import type { AnalyticsAnswer, SpendAbout } from '#app/admin/analytics/answer.ts'
import { checkForm, textOf } from '#app/kit/form-fields.ts'
import { findSpend } from '#shop/analytics/customers.read.ts'
import { type SpendInput, spendInput, spendKeyInput } from '#shop/analytics/input.ts'
import { recordSpend } from '#shop/analytics/record-spend.ts'
import { type SpendKey, spendId } from '#shop/analytics/spend.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { formatPrice } from '#shop/kernel/money.ts'
import { REFUSALS } from '#shop/refusals.ts'

type Refused = Extract<AnalyticsAnswer, { ok: false }>

/** Records the spend that a form tells of; refused, the form comes back with what was typed. */
export async function recordSpendForm(ctx: Ctx, form: FormData) {
  const typed = {
    month: textOf(form, 'month'),
    channel: textOf(form, 'channel'),
    amount: textOf(form, 'amount'),
  }
  const seenAt = Number(textOf(form, 'seenAt')) || null
  const about = seenAt === null ? null : aboutOf(form, seenAt)
  const refused = (problem: Pick<Refused, 'message' | 'field'>, status: number) =>
    data<AnalyticsAnswer>({ ok: false, typed, about, conflict: null, ...problem }, { status })
  const checked = checkForm(spendInput, form)
  if (!checked.ok) return refused(checked.problem, 422)
  const recorded = await recordSpend(ctx, {
    ...checked.value,
    seenAt: seenAt === null ? null : new Date(seenAt),
  })
  if (recorded.ok) return data<AnalyticsAnswer>({ ok: true, message: 'Spend recorded' })
  if (recorded.reason === 'spend_changed') {
    const conflict = await conflictOf(ctx, checked.value, seenAt)
    return data<AnalyticsAnswer>({ ok: false, typed, ...conflict }, { status: 409 })
  }
  const { status, en: message } = REFUSALS[recorded.reason]
  return refused({ message, field: 'month' }, status)
}

function aboutOf(form: FormData, seenAt: number): SpendAbout | null {
  const key = checkForm(spendKeyInput, form)
  return key.ok ? { ...key.value, seenAt, amount: null } : null
}

/** Both versions; saving again goes over the one that is saved now. */
async function conflictOf(
  { db, now }: Ctx,
  { month, channel, amount: yours }: SpendInput,
  seenAt: number | null,
): Promise<Pick<Refused, 'message' | 'field' | 'about' | 'conflict'>> {
  const key: SpendKey = { month, channel }
  const [saved, [last]] = await Promise.all([
    findSpend(db, key),
    listChanges(db, { entity: 'spend', entityId: spendId(key), limit: 1 }),
  ])
  const theirs = saved ? formatPrice(saved.amount) : ''
  const at = saved?.updatedAt ?? now
  return {
    message: 'That was not saved',
    field: null,
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
