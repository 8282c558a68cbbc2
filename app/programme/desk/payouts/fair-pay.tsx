import { AdminPage, AdminSection, TableSection } from '#app/desk/admin-page.tsx'
import { type Figure, FiguresStrip } from '#app/desk/figures-strip.tsx'
import { FAIR_PAY, MINIMUM_WAGES, PAYOUTS } from '#app/desk/paths.ts'
import { InvalidRangePage, PeriodPicker } from '#app/desk/period-picker.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { Link } from '#app/kit/link.tsx'
import { moreIcons } from '#app/kit/more-icons.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readPeriod, spanName } from '#shop/analytics/period.ts'
import { dayOf } from '#shop/kernel/day.ts'
import { formatAmount, formatPrice, paise } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { questionDays, readFairPay } from '#shop/programme/fair-pay.read.ts'
import { type FairPay, fairPayOf, MAX_FAIR_PAY_TASKS, questionCounts } from '#shop/programme/fair-pay.ts'
import { MAX_MINUTES, MIN_MINUTES, type Spread } from '#shop/programme/measured-time.ts'
import { firstPayDay } from '#shop/programme/pay-sheet.read.ts'
import type { Route } from './+types/fair-pay.ts'

export const handle: PageHandle = {
  guard: 'payouts',
  title: 'Fair pay',
  feature: 'programme',
  access: { get: 200 },
}

/** Loads the pay for work in the URL's period, by default the last 30 days. Contains no names. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const today = dayOf(ctx.now)
  const { period, range } = readPeriod(new URL(request.url).searchParams, ctx.now)
  if (!period) return { period, range, today, firstDay: await firstPayDay(ctx.reads.figures) }
  const [rows, questions, firstDay] = await Promise.all([
    readFairPay(ctx, period.current),
    questionDays(ctx.reads.figures, period.current),
    firstPayDay(ctx.reads.figures),
  ])
  return {
    ...{ period, range, firstDay, today, defaultRate: ctx.config.minHourlyRate },
    report: rows && fairPayOf(rows),
    questions: questionCounts(questions, period.current),
  }
}

export default function FairPayPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.period) return <InvalidRangePage title="Fair pay" page={FAIR_PAY} {...loaderData} />
  const { period, range, firstDay, today, defaultRate, report, questions } = loaderData
  return (
    <AdminPage
      title={`Fair pay: ${spanName(period.current)}`}
      back={{ to: PAYOUTS, label: 'All payouts' }}
      actions={[
        [`tasks.csv?period=${period.key}`, 'Tasks, without names'],
        [`tasks.csv?period=${period.key}&names=yes`, 'Tasks, with names'],
        [`questions.csv?period=${period.key}`, 'Questions'],
      ].map(([file, label]) => (
        <ButtonLink
          key={file}
          to={`${FAIR_PAY}/${file}`}
          look="line"
          icon={moreIcons.download}
          reloadDocument
        >
          {label}
        </ButtonLink>
      ))}
    >
      <PeriodPicker page={FAIR_PAY} {...{ period, range, firstDay, today }} />
      {report ? (
        <>
          <FiguresStrip figures={figuresOf(report, questions)} />
          <TableSection
            title="By work"
            caption="What each kind of work paid"
            columns={KIND_COLUMNS}
            rows={report.kinds}
            rowKey={({ taskName, unit }) => `${taskName} ${unit}`}
            empty={<EmptyList title="No work was confirmed in these days" />}
          />
        </>
      ) : (
        <Banner tone="warning" className="mb-4" title="Too many tasks for one report">
          These days have more than {formatNumber(MAX_FAIR_PAY_TASKS)} tasks. Please choose fewer days.
        </Banner>
      )}
      <Definitions defaultRate={formatPrice(defaultRate)} />
    </AdminPage>
  )
}

function figuresOf(report: FairPay, questions: { asked: number; open: number }): Figure[] {
  const { hourly, daysToPay, otherUnits } = report
  const others = otherUnits.map(({ unit, quantity }) => `${formatNumber(quantity)} ${unit}`)
  return [
    {
      label: 'Pieces',
      value: formatNumber(report.pieces),
      note: [
        `${pluralize(report.tasks, 'task')} in all.`,
        ...(others.length > 0 ? [`Besides: ${others.join(', ')}`] : []),
      ].join(' '),
    },
    { label: 'Earned', value: formatAmount(report.amount) },
    {
      label: 'Workers',
      value: formatNumber(report.workers),
      note: `in ${pluralize(report.groups, 'group')}`,
    },
    {
      label: 'Measured minutes',
      value: formatNumber(report.minutes),
      note: `of ${formatNumber(hourly?.count ?? 0)} of ${pluralize(report.tasks, 'task')}`,
    },
    {
      label: 'Rupees an hour, median',
      value: hourly ? rupeesOf(hourly.median) : 'Not measured',
      note:
        hourly &&
        `Half are from ${rupeesOf(hourly.lower)} to ${rupeesOf(hourly.upper)}, all from ${rupeesOf(hourly.least)} to ${rupeesOf(hourly.most)}`,
    },
    {
      label: 'Below the minimum',
      value: formatNumber(report.below),
      note: `of ${pluralize(hourly?.count ?? 0, 'measured task')}`,
    },
    {
      label: 'Days to payment, median',
      value: daysToPay ? formatNumber(daysToPay.median, 1) : 'None paid',
      note: [
        daysToPay && `Half are from ${spanOf(daysToPay)}, at most ${formatNumber(daysToPay.most)}.`,
        `Not paid: ${formatNumber(report.unpaid)}, ${formatAmount(report.unpaidAmount)}`,
      ]
        .filter(Boolean)
        .join(' '),
    },
    {
      label: 'Open questions about pay',
      value: formatNumber(questions.open),
      note: `${formatNumber(questions.asked)} asked in these days`,
    },
  ]
}

/** Formats an amount in paise that may have fractions, rounded to the paisa. */
const rupeesOf = (inPaise: number) => formatAmount(paise(Math.round(inPaise)))
const spanOf = ({ lower, upper }: Spread) => `${formatNumber(lower, 2)} to ${formatNumber(upper, 2)}`

const KIND_COLUMNS: Column<FairPay['kinds'][number]>[] = [
  column.title('Task', ({ taskName }) => taskName),
  column.count('Tasks', ({ tasks }) => tasks),
  column.number('Quantity', ({ quantity, unit }) => `${formatNumber(quantity)} ${unit}`),
  column.money('Pay for one', ({ rate }) => rate),
  column.number(
    'Minutes for one',
    ({ minutesPerUnit }) => (minutesPerUnit ? formatNumber(minutesPerUnit.median, 2) : 'Not measured'),
    { note: ({ minutesPerUnit }) => minutesPerUnit && pluralize(minutesPerUnit.count, 'measurement') },
  ),
  column.number('Rupees an hour', ({ hourly }) => (hourly ? rupeesOf(hourly.median) : 'Not measured'), {
    note: ({ hourly, below }) =>
      hourly &&
      (below > 0
        ? `${formatNumber(below)} of ${formatNumber(hourly.count)} below the minimum`
        : 'None below the minimum'),
  }),
  column.figure('Earned', ({ amount }) => formatAmount(amount)),
]

function Definitions({ defaultRate }: { defaultRate: string }) {
  return (
    <AdminSection id="definitions" title="How this is counted">
      <dl className="grid max-w-read gap-3">
        {[
          [
            'Tasks and pieces',
            'Tasks that an admin or a coordinator confirmed in these days, in Indian Standard Time, as the pay ledger has them. Pieces are the accepted quantities, except in units of weight, volume or time, which are listed beside them.',
          ],
          ['Earned', 'The amounts that the ledger recorded as earned for these tasks.'],
          [
            'Workers and groups',
            'Each person, and each self-help group, with such a task. A task counts for the group that its worker was in when it was confirmed.',
          ],
          [
            'Measured minutes',
            `From the start of a task to its photo. A time is used only where both are known, on one day in India, from ${MIN_MINUTES} minutes to ${MAX_MINUTES / 60} hours apart, not under a quarter of the expected time, and where the work was not sent back to be done again. Breaks are part of it.`,
          ],
          [
            'Rupees an hour',
            'The amount of a measured task by its measured hours. The median is the one in the middle; half of all tasks are between the two quartiles, which are interpolated as spreadsheets do (QUARTILE.INC).',
          ],
          [
            'Below the minimum',
            `Measured tasks that paid less an hour than the minimum wage of their group’s state on the day of confirmation; where none is entered, less than ${defaultRate} an hour, the shop’s own setting.`,
          ],
          [
            'Days to payment',
            'Calendar days in India from confirmation to the payment that reached the worker; a payment that came back does not count. Tasks that are not paid today are counted beside it.',
          ],
          [
            'Open questions',
            'Questions that workers asked about their pay by the end of these days and that had no answer by then.',
          ],
        ].map(([term, words]) => (
          <div key={term}>
            <dt>
              <b>{term}</b>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-read">
        The files have the rows behind these figures. In the file without names each worker has a number,
        which differs between reports. <Link to={MINIMUM_WAGES}>Minimum wages by state</Link>
      </p>
    </AdminSection>
  )
}
