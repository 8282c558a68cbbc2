import { Form, useNavigation } from 'react-router'
import { AdminPage, AdminSection, StatusNotice } from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { PRODUCTS, TAXES } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import type { FormValues, Problems } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { Table } from '#app/kit/table.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import type { GstRate, Paid } from '#shop/catalogue/gst-rate.ts'
import { type Day, startOf } from '#shop/kernel/day.ts'
import { formatAmount, subtract } from '#shop/kernel/money.ts'
import { percentText, type TaxPolicy } from '#shop/kernel/tax.ts'
import { formatDay } from '#shop/kernel/time.ts'

/** What a new rate means for sample products; `concerned`: how many products it applies to. */
export type Preview = { concerned: number; rows: { id: string; name: string; before: Paid; after: Paid }[] }

type RatedProduct = {
  id: string
  name: string
  hsnCode: string
  rate: number
  from: Day | null
  source: string | null
  isDefault: boolean
}
type SampleModes = { id: string; name: string; exclusive: Paid | undefined; inclusive: Paid | undefined }

type Answer = {
  ok: boolean
  message: string | null
  problems?: Problems
  values?: FormValues
  preview?: Preview
}

export type TaxesPageProps = {
  today: Day
  policy: TaxPolicy
  rates: GstRate[]
  products: RatedProduct[]
  modes: SampleModes[]
  removing: GstRate | null
  answer: Answer | undefined
}

/** GST rates by HSN code and day, the rate of each product, and what each price mode means. */
export function TaxesPage(props: TaxesPageProps) {
  const { today, policy, rates, products, modes, removing, answer } = props
  return (
    <AdminPage>
      {answer?.preview ? (
        <RatePreview preview={answer.preview} values={answer.values ?? {}} />
      ) : (
        <StatusNotice answer={answer?.message ? answer : undefined} />
      )}
      <ModeNotice policy={policy} />
      <AdminSection title="Enter a rate">
        <RateForm today={today} answer={answer} />
      </AdminSection>
      <AdminSection title="Rates by HSN code">
        <Table
          dense
          caption="GST rates by HSN code, the newest of each code first"
          columns={rateColumns(today)}
          rows={rates}
          rowKey={({ id }) => id}
          empty={<EmptyList title="No rates yet">All goods have the default rate.</EmptyList>}
        />
      </AdminSection>
      <AdminSection title="Rate of each product today">
        <Table
          dense
          caption="The GST rate of each product, since when and why"
          columns={PRODUCT_COLUMNS}
          rows={products}
          rowKey={({ id }) => id}
        />
      </AdminSection>
      <AdminSection title="What a customer pays in each mode">
        <p className="mb-4 max-w-read text-ink-soft">
          One unit of the first products at the prices that are listed now. The mode is the setting PRICES of
          the program.
        </p>
        <Table
          dense
          caption="What a customer pays with exclusive and with inclusive prices"
          columns={MODE_COLUMNS}
          rows={modes}
          rowKey={({ id }) => id}
        />
      </AdminSection>
      {removing && <RemoveRate rate={removing} today={today} />}
    </AdminPage>
  )
}

function ModeNotice({ policy: { prices, defaultRate } }: { policy: TaxPolicy }) {
  const rate = percentText(defaultRate)
  if (prices === 'inclusive') {
    return (
      <Banner live={false} className="mb-5" title="Prices include GST.">
        The rates below apply; goods without one have {rate}. A change of rate leaves prices as they are and
        changes the tax in them, in orders placed from then on.
      </Banner>
    )
  }
  return (
    <Banner
      tone="warning"
      live={false}
      className="mb-5"
      title={`${rate} GST is added to all prices at checkout.`}
    >
      Packed goods must be sold to consumers at prices that contain all taxes, never above the MRP (Legal
      Metrology (Packaged Commodities) Rules 2011). With PRICES=inclusive the program does so, and the rates
      below apply.
    </Banner>
  )
}

function RateForm({ today, answer }: { today: Day; answer: Answer | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  const { values = {}, problems = {} } = answer ?? {}
  const field = (name: string) => ({
    name,
    defaultValue: values[name] ?? '',
    errors: problems[name] ? [problems[name]] : null,
    required: true,
  })
  return (
    <Form method="post" action={TAXES} replace preventScrollReset noValidate className="spend-form">
      <input type="hidden" name="intent" value="preview" />
      <TextField {...field('hsn')} label="HSN code" hint="4, 6 or 8 digits" inputMode="numeric" />
      <TextField {...field('percent')} label="GST in percent" inputMode="decimal" />
      <TextField {...field('validFrom')} label="From 00:00 on" type="date" min={today} />
      <TextField {...field('source')} label="Why" hint="The notification or the adviser" maxLength={300} />
      <Button look="line" busy={isBusy}>
        Show what changes
      </Button>
    </Form>
  )
}

function RatePreview({ preview: { concerned, rows }, values }: { preview: Preview; values: FormValues }) {
  const isBusy = useNavigation().formData?.get('intent') === 'save'
  const { hsn = '', percent = '', validFrom = '', source = '' } = values
  return (
    <AdminSection id="preview" title={`HSN ${hsn}: ${percent}% from ${formatDay(startOf(validFrom))}`}>
      <p className="mb-4 max-w-read" role="status">
        {concerned === 0
          ? 'It applies to no product now: none has this HSN code, or each has a rate of its own or one for a longer code. For comparison, the first products:'
          : `It applies to ${concerned} ${concerned === 1 ? 'product' : 'products'}. Listed prices stay as they are.`}
      </p>
      <Table
        dense
        caption="Sample products before and after the change, at inclusive prices"
        columns={PREVIEW_COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
      />
      <Form method="post" action={TAXES} replace className="mt-4 flex flex-wrap gap-2">
        {Object.entries({ hsn, percent, validFrom, source }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="intent" value="save" busy={isBusy}>
          Save this rate
        </Button>
        <ButtonLink to={TAXES} look="line">
          Discard
        </ButtonLink>
      </Form>
    </AdminSection>
  )
}

function RemoveRate({ rate: { id, hsn, rate, validFrom }, today }: { rate: GstRate; today: Day }) {
  return (
    <ConfirmDialog
      title={`Remove ${percentText(rate)} for HSN ${hsn}?`}
      confirm="Remove rate"
      closeTo={TAXES}
      action={TAXES}
      fields={{ intent: 'remove', id }}
    >
      <p>
        {validFrom === today
          ? 'The rate before it applies again. Orders of today keep the tax that they were placed with.'
          : `It would begin on ${formatDay(startOf(validFrom))}. The rate before it goes on.`}
      </p>
    </ConfirmDialog>
  )
}

const rateColumns = (today: Day): Column<GstRate>[] => [
  column.title('HSN code', ({ hsn }) => hsn),
  column.figure('GST', ({ rate }) => percentText(rate)),
  column.state('From', ({ validFrom }) => (
    <>
      {formatDay(startOf(validFrom))} {validFrom > today && <Badge tone="info">Not yet</Badge>}
    </>
  )),
  column.text('Why', ({ source }) => source),
  column.actions(
    'Remove',
    ({ id, hsn, validFrom }) =>
      validFrom >= today && (
        <ButtonLink
          to={`${TAXES}?remove=${id}`}
          look="line"
          size="sm"
          preventScrollReset
          aria-label={`Remove the rate of HSN ${hsn} from ${formatDay(startOf(validFrom))}`}
        >
          Remove
        </ButtonLink>
      ),
  ),
]

const PRODUCT_COLUMNS: Column<RatedProduct>[] = [
  column.title('Product', ({ id, name }) => <Link to={`${PRODUCTS}/${id}`}>{name}</Link>),
  column.text('HSN code', ({ hsnCode }) => hsnCode || 'none'),
  column.figure('GST', ({ rate }) => percentText(rate)),
  column.text('Since', ({ from }) => (from ? formatDay(startOf(from)) : '-')),
  column.text(
    'Why',
    ({ source, isDefault }) => source ?? (isDefault ? 'The default rate' : 'The product’s own rate'),
  ),
]

const paidText = (paid: Paid | undefined) =>
  paid && `${formatAmount(paid.price)}, of it ${formatAmount(paid.tax)} GST (${percentText(paid.rate)})`

const MODE_COLUMNS: Column<SampleModes>[] = [
  column.title('Product', ({ name }) => name),
  column.text('Exclusive', ({ exclusive }) => <ModeCell paid={exclusive} />),
  column.text('Inclusive', ({ inclusive }) => <ModeCell paid={inclusive} />),
]

function ModeCell({ paid }: { paid: Paid | undefined }) {
  return (
    <>
      {paidText(paid)} {paid?.isAboveMrp && <Badge tone="danger">Above MRP</Badge>}
    </>
  )
}

const keeps = ({ price, tax }: Paid) => formatAmount(subtract(price, tax))

const PREVIEW_COLUMNS: Column<Preview['rows'][number]>[] = [
  column.title('Product', ({ name }) => name),
  column.text('Customer pays', ({ after }) => formatAmount(after.price), { place: 'figure' }),
  column.text('GST before', ({ before }) => taxText(before)),
  column.text('GST after', ({ after }) => taxText(after)),
  column.text('Shop keeps', ({ before, after }) => `${keeps(before)}, then ${keeps(after)}`),
]

const taxText = ({ rate, tax }: Paid) => `${formatAmount(tax)} (${percentText(rate)})`
