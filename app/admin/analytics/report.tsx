import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { daysBeforeName, periodIn, periodPath } from '#app/admin/analytics/report-paths.ts'
import { cellText, ReportTable } from '#app/admin/analytics/report-table.tsx'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { seenAtField } from '#app/desk/confirmation.server.ts'
import { ConflictPanel, type RecordConflict } from '#app/desk/conflict-panel.tsx'
import { Pager } from '#app/desk/pager.tsx'
import { ExportLink } from '#app/desk/staff-link.tsx'
import { Button } from '#app/kit/button.tsx'
import { Options, SelectField, TextField } from '#app/kit/fields.tsx'
import { type FormAnswer, fieldsOf, typedValues } from '#app/kit/form-fields.ts'
import { readFormFields } from '#app/request/form.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { findSpend } from '#shop/analytics/analytics.read.ts'
import { type Period, spanName } from '#shop/analytics/period.ts'
import type { PagePosition } from '#shop/analytics/report.ts'
import { flagReviewInput, recordSpend, reviewFlags, spendInput } from '#shop/analytics/report-actions.ts'
import { findReport } from '#shop/analytics/reports.read.ts'
import { SPEND_CHANNEL_NAMES, SPEND_CHANNELS, type SpendKey, spendId } from '#shop/analytics/spend.ts'
import { listChanges } from '#shop/audit/audit.read.ts'
import type { Ctx } from '#shop/ctx.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { formatPrice, type Money } from '#shop/kernel/money.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/report.ts'

export const handle: PageHandle = {
  guard: 'analytics',
  title: 'Report',
  access: { at: '/admin/dashboard/analytics/spend', get: 200, post: 422 },
}

const PER_PAGE = 50
const MAX_PAGE = 1000

/** Returns a page of rows. 404 if the report, or the row that the URL names, does not exist. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { reads, now } = context.get(staffContext)
  const query = new URL(request.url).searchParams
  const period = periodIn(query, now)
  const { read, ...report } = orNotFound(await findReport(reads.figures, params.report, query))
  const position = readPosition(query)
  const part = [...query].filter(([name]) => name === 'by' || name === 'key')
  return {
    report,
    period,
    position,
    part,
    ...(await read(reads.figures, period, position)),
    today: dayOf(now),
  }
}

function readPosition(query: URLSearchParams): PagePosition {
  const [page, after] = [Number(query.get('page')), query.get('after') ?? '']
  return {
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    after: isUuid(after) ? after : null,
    limit: PER_PAGE,
  }
}

/** Both versions, if another admin saved in the meantime. `seenAt`: when the stored version was saved. */
type SpendConflict = Omit<RecordConflict, 'reloadTo'> & { seenAt: Date | null }

/** The result of a report's form; a refused form keeps the typed values. */
type ReportAnswer =
  | { ok: true; message: string }
  | (Extract<FormAnswer, { ok: false }> & { conflict?: SpendConflict })

const forms = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('spend'), ...spendInput.shape, seenAt: seenAtField }),
  z.object({ intent: z.literal('review'), ...flagReviewInput.shape }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) {
    const { problems, values } = fields
    return data<ReportAnswer>({ ok: false, message: null, problems, values }, { status: 422 })
  }
  return fields.value.intent === 'spend'
    ? saveSpend(ctx, fields.value, form)
    : review(ctx, fields.value.orderId)
}

async function review(ctx: Ctx, orderId: string) {
  const reviewed = await reviewFlags(ctx, orderId)
  // Another admin may have reviewed the order first; the list shows the result.
  if (reviewed.ok || reviewed.reason === 'no_flag_waits') {
    return data<ReportAnswer>({ ok: true, message: 'Order marked as reviewed' })
  }
  throw data(null, { status: REFUSALS[reviewed.reason].status })
}

async function saveSpend(ctx: Ctx, { seenAt, month, channel, amount }: SpendFields, form: FormData) {
  const recorded = await recordSpend(ctx, { month, channel, amount, seenAt })
  if (recorded.ok) return data<ReportAnswer>({ ok: true, message: 'Spend recorded' })
  const refusal = { ok: false, message: null, problems: {}, values: typedValues(form) } as const
  if (recorded.reason === 'spend_changed') {
    const conflict = await conflictOf(ctx, { month, channel }, amount, seenAt)
    return data<ReportAnswer>({ ...refusal, conflict }, { status: 409 })
  }
  const { status, en } = REFUSALS[recorded.reason]
  return data<ReportAnswer>({ ...refusal, problems: { month: en } }, { status })
}

type SpendFields = Extract<z.infer<typeof forms>, { intent: 'spend' }>

/** Returns both versions. Saving again overwrites the stored version. */
async function conflictOf(
  { db, now }: Ctx,
  key: SpendKey,
  yours: Money,
  seenAt: Date | null,
): Promise<SpendConflict> {
  const [saved, [last]] = await Promise.all([
    findSpend(db, key),
    listChanges(db, { entity: 'spend', entityId: spendId(key), limit: 1 }),
  ])
  const at = saved?.updatedAt ?? now
  return {
    seenAt: saved ? at : null,
    recordKind: 'spend',
    by: last?.actorName ?? 'Another admin',
    at,
    rows: [{ label: 'Amount', theirs: saved ? formatPrice(saved.amount) : '', yours: formatPrice(yours) }],
    existedAlready: seenAt === null,
  }
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const { report, period, position, part, rows, count, next, totals, today } = loaderData
  const { id, title, definition, isTimeless, isCompared } = report
  const pathOf = ({ page, after }: Pick<PagePosition, 'page' | 'after'>) =>
    periodPath(period, `/${id}`, [
      ...part,
      ...(page > 1 ? ([['page', `${page}`]] as [string, string][]) : []),
      ...(after ? ([['after', after]] as [string, string][]) : []),
    ])
  return (
    <AdminPage
      title={title}
      back={{ to: periodPath(period), label: 'Analytics' }}
      actions={<ExportLink to={periodPath(period, `/${id}/csv`, part)} />}
    >
      {(actionData?.ok || id === 'flagged') && <StatusNotice answer={actionData} />}
      {!isTimeless && (
        <p className="mb-2">
          <b>{spanName(period.current)}</b>
          {isCompared && `, compared with ${daysBeforeName(period)}`}. Days and times are Indian Standard
          Time.
        </p>
      )}
      <p className="mb-4 max-w-read text-ink-soft">
        {totals && (
          <b className="block text-ink">
            {totals.map(({ label, kind, value }) => `${label}: ${cellText(kind, value)}`).join(', ')}
          </b>
        )}
        {definition}
      </p>
      {id === 'spend' && <SpendForm today={today} period={period} answer={actionData} />}
      <ReportTable report={report} rows={rows} period={period} />
      <Pager
        from={(position.page - 1) * position.limit + 1}
        count={rows.length}
        total={count}
        backTo={
          position.page > 1 && !position.after ? pathOf({ page: position.page - 1, after: null }) : null
        }
        nextTo={next && pathOf(next)}
      />
    </AdminPage>
  )
}

type SpendFormProps = { today: string; period: Period; answer: ReportAnswer | undefined }

/** Records a channel's spend in a month. Shows an earlier amount before it is overwritten. */
function SpendForm({ today, period, answer }: SpendFormProps) {
  const isBusy = useNavigation().formData?.get('intent') === 'spend'
  const failed = answer && !answer.ok ? answer : null
  const conflict = failed?.conflict
  const path = periodPath(period, '/spend')
  const field = fieldsOf(failed ?? undefined, { month: today.slice(0, 7) })
  return (
    <AdminSection title="Record spend">
      {conflict && <ConflictPanel conflict={{ ...conflict, reloadTo: path }} />}
      <Form method="post" action={path} preventScrollReset className="spend-form" noValidate>
        <input type="hidden" name="intent" value="spend" />
        <input type="hidden" name="seenAt" value={conflict?.seenAt?.getTime() ?? ''} />
        <TextField {...field('month')} label="Month" type="month" max={today.slice(0, 7)} required />
        <SelectField {...field('channel')} label="Channel">
          <Options values={SPEND_CHANNELS} names={SPEND_CHANNEL_NAMES} />
        </SelectField>
        <TextField {...field('amount')} label="Amount in rupees" inputMode="decimal" required />
        <div>
          <Button look="line" busy={isBusy}>
            {conflict ? 'Overwrite with mine' : 'Record spend'}
          </Button>
        </div>
      </Form>
    </AdminSection>
  )
}
