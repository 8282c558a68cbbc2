import { data, Form, useNavigation } from 'react-router'
import { z } from 'zod'
import { AdminPage, AdminSection, AdminTable, TableSection } from '#app/desk/admin-page.tsx'
import { CsvField } from '#app/desk/csv-field.tsx'
import { FiguresStrip } from '#app/desk/figures-strip.tsx'
import { ACCOUNTS } from '#app/desk/paths.ts'
import { OrderLink } from '#app/desk/staff-link.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { SelectField, TextField } from '#app/kit/fields.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { readForm } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { readCsv } from '#infra/csv/read-csv.ts'
import { entriesFor } from '#shop/accounts/money.read.ts'
import {
  comparePayout,
  MAX_PAYOUT_LINES,
  type OwnEntry,
  PAYOUT_UNITS,
  type PayoutComparison,
  type PayoutLine,
  readPayoutLines,
  type Settlement,
} from '#shop/accounts/payout-file.ts'
import { recordSettlements } from '#shop/accounts/record-settlements.ts'
import { csvFileSentence } from '#shop/kernel/csv-file.ts'
import { isDay } from '#shop/kernel/day.ts'
import { formatAmount, subtract } from '#shop/kernel/money.ts'
import { formatNumber } from '#shop/kernel/number.ts'
import { pluralize } from '#shop/kernel/text.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/payout.ts'

export const handle: PageHandle = {
  guard: 'accounts.close',
  title: 'Settlement report',
  access: { get: 200, post: 422 },
}

const MAX_BYTES = 16 * 1024 * 1024
const CHOOSE = 'Please choose a CSV file.'
const TOO_LARGE = 'The file is too large: at most 16 MB.'

const uploadForm = z.object({
  report: z.file(CHOOSE).min(1, CHOOSE).max(MAX_BYTES, TOO_LARGE),
  unit: z.enum(PAYOUT_UNITS, { error: 'Please choose rupees or paise.' }),
  day: z
    .string()
    .refine((day) => day === '' || isDay(day), 'Please choose a day.')
    .default(''),
  intent: z.enum(['compare', 'record']).default('compare'),
})

const refuseFile = (problems: string[], status: number) =>
  data<PayoutAnswer>({ problems, compared: null, recorded: null }, { status })

/** Compares an uploaded settlement report with payments and refunds, and on request records its transfers. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await readForm(request)
  if (form === 'too_large') return refuseFile([TOO_LARGE], 413)
  if (form === 'malformed') throw data(null, { status: 400 })
  const fields = readFields(uploadForm, form)
  if (!fields.ok) return refuseFile(Object.values(fields.problems), 422)
  const { report, unit, day, intent } = fields.value
  const csv = await readCsv(await report.bytes(), MAX_PAYOUT_LINES)
  if (!csv.ok) return refuseFile([csvFileSentence(csv.problem)], 422)
  const result = readPayoutLines(csv.file, unit, intent === 'record')
  if (!result.ok) return refuseFile(result.problems, 422)
  const compared = comparePayout(result.lines, await entriesFor(ctx.reads.figures, result.lines))
  if (intent === 'compare') return data<PayoutAnswer>({ problems: [], compared, recorded: null })
  const recorded = await recordSettlements(ctx, { lines: result.lines, day: day || null })
  if (!recorded.ok) return refuseFile([REFUSALS[recorded.reason].en], 422)
  return data<PayoutAnswer>({ problems: [], compared, recorded: recorded.value })
}

/** `compared`: null after a refusal. `recorded`: number of new transfers; null if none was to be recorded. */
type PayoutAnswer = { problems: string[]; compared: PayoutComparison | null; recorded: number | null }

const MAX_ROWS = 200

export default function PayoutPage({ actionData: answer }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <AdminPage back={{ to: ACCOUNTS, label: 'Accounts' }}>
      {answer && answer.problems.length > 0 && (
        <Banner tone="danger" className="mb-5" title="The report was not accepted.">
          {answer.problems.join(' ')}
        </Banner>
      )}
      {answer && answer.recorded !== null && (
        <Banner tone="positive" className="mb-5">
          {pluralize(answer.recorded, 'new transfer')} recorded. Tally’s file has them as receipts.
        </Banner>
      )}
      <p className="mb-5 max-w-read text-ink-soft">
        The provider’s report of what it paid into the bank account, with the columns of Razorpay’s combined
        settlement report. It is compared with payments and refunds. Recording its transfers adds them, with
        fees and GST, to the vouchers for Tally. A transfer is recorded once, with the sums of this report,
        and can’t be changed: please compare them with the bank statement first.
      </p>
      <Form method="post" encType="multipart/form-data" className="spend-form" noValidate>
        <CsvField label="Settlement report, CSV" name="report" />
        <SelectField label="Amounts are in" name="unit" defaultValue="rupees">
          <option value="rupees">rupees, as in a report from Razorpay’s dashboard</option>
          <option value="paise">paise, as in a report from Razorpay’s API</option>
        </SelectField>
        <TextField label="Day of the transfer, if the report has none" name="day" type="date" />
        <Button look="line" name="intent" value="compare" busy={isBusy}>
          Compare
        </Button>
        <Button look="line" name="intent" value="record" busy={isBusy}>
          Compare and record
        </Button>
      </Form>
      {answer?.compared && <Result compared={answer.compared} />}
    </AdminPage>
  )
}

function Result({ compared }: { compared: PayoutComparison }) {
  const { matched, differing, unknown, missing, settlements } = compared
  return (
    <>
      <AdminSection title="Result">
        <FiguresStrip
          figures={[
            { label: 'Matched', value: formatNumber(matched) },
            { label: 'Different amounts', value: formatNumber(differing.length) },
            { label: 'Unknown to the shop', value: formatNumber(unknown.length) },
            {
              label: 'Not in the report',
              value: matched + differing.length > 0 ? formatNumber(missing.length) : 'Unknown',
            },
          ]}
        />
      </AdminSection>
      <TableSection
        title="Transfers to the bank"
        caption="Settlements of the report"
        columns={SETTLEMENT_COLUMNS}
        rows={settlements.slice(0, MAX_ROWS)}
      />
      <TableSection
        title="Different amounts"
        caption="Lines whose amount differs from the shop’s, or from what the bank got"
        columns={DIFFERING_COLUMNS}
        rows={differing.slice(0, MAX_ROWS)}
        empty={<EmptyList title="None" />}
      />
      <TableSection
        title="Unknown to the shop"
        caption="Lines without a payment or refund of the shop, and repeated ones"
        columns={UNKNOWN_COLUMNS}
        rows={unknown.slice(0, MAX_ROWS)}
        empty={<EmptyList title="None" />}
      />
      <AdminSection title="Not in the report">
        <p className="mb-3 max-w-read text-ink-soft text-sm">
          This list covers the time between the first and the last payment that the shop has found in the
          report, and the same for refunds. The newest may be in the next report.
        </p>
        <AdminTable
          caption="Payments and refunds that the report lacks"
          columns={MISSING_COLUMNS}
          rows={missing.slice(0, MAX_ROWS)}
          rowKey={({ kind, id }) => `${kind} ${id}`}
          empty={<EmptyList title="None" />}
        />
      </AdminSection>
    </>
  )
}

const SETTLEMENT_COLUMNS: Column<Settlement>[] = [
  column.title('Settlement', ({ id }) => id || 'Not settled yet'),
  column.text('UTR', ({ utr }) => utr || '-'),
  column.count('Lines', ({ lines }) => lines),
  column.money('Credited', ({ credit }) => credit),
  column.money('Debited', ({ debit }) => debit),
  column.number('Fees', ({ fee, tax }) => `${formatAmount(fee)}, of it ${formatAmount(tax)} GST`),
  column.money('Into the bank', ({ net }) => net),
]

const kindWord = (kind: string) => (kind === 'payment' ? 'Payment' : 'Refund')

/** Returns the amount that was moved, and the expected credit if a payment's credit is not its amount less the fee. */
function movedText({ kind, amount, credit, debit, fee, isShort }: PayoutLine): string {
  const moved = formatAmount(kind === 'payment' ? credit : debit)
  return isShort && kind === 'payment' ? `${moved}, not ${formatAmount(subtract(amount, fee))}` : moved
}

const DIFFERING_COLUMNS: Column<PayoutComparison['differing'][number]>[] = [
  column.title('Provider’s id', ({ line }) => line.id),
  column.text('Kind', ({ line }) => kindWord(line.kind)),
  column.text('Order', ({ own }) => <OrderLink id={own.orderId} />),
  column.number('Line', ({ line }) => `${line.at}`),
  column.money('In the report', ({ line }) => line.amount),
  column.number('Into or out of the bank', ({ line }) => movedText(line)),
  column.money('In the shop', ({ own }) => own.amount),
]

const UNKNOWN_COLUMNS: Column<PayoutComparison['unknown'][number]>[] = [
  column.title('Provider’s id', ({ line }) => line.id),
  column.text('Kind', ({ line }) => kindWord(line.kind)),
  column.text('Why', ({ isTwice }) => (isTwice ? 'Repeated in the report' : 'Unknown to the shop')),
  column.number('Line', ({ line }) => `${line.at}`),
  column.money('Amount', ({ line }) => line.amount),
]

const MISSING_COLUMNS: Column<OwnEntry>[] = [
  column.title('Provider’s id', ({ id }) => id),
  column.text('Kind', ({ kind }) => kindWord(kind)),
  column.text('Order', ({ orderId }) => <OrderLink id={orderId} />),
  column.time('When', ({ at }) => at),
  column.money('Amount', ({ amount }) => amount),
]
