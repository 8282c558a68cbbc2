import { data, Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import {
  type AdminAnswer,
  AdminPage,
  AdminSection,
  AdminTable,
  StatusNotice,
  TableSection,
  UndoBanner,
} from '#app/desk/admin-page.tsx'
import { ConfirmDialog } from '#app/desk/confirm-dialog.tsx'
import { PRODUCTS, TAXES } from '#app/desk/paths.ts'
import { Banner } from '#app/kit/banner.tsx'
import { Button, ButtonLink } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { type FormValues, fieldsOf, typedValues } from '#app/kit/form-fields.ts'
import { Link } from '#app/kit/link.tsx'
import { Badge } from '#app/kit/status.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { addGstRate, removeGstRate, restoreGstRate } from '#shop/catalogue/change-gst-rates.ts'
import {
  type GstRate,
  type GstRateInput,
  gstRateInput,
  type PricedUnit,
  priceUnit,
  rateOn,
  refusalOfRate,
} from '#shop/catalogue/gst-rate.ts'
import { listGstRates, listTaxedProducts } from '#shop/catalogue/tax-rates.read.ts'
import { type Day, dayOf, startOf } from '#shop/kernel/day.ts'
import { formatAmount, type Money, subtract } from '#shop/kernel/money.ts'
import { type PriceMode, percentText, type TaxPolicy } from '#shop/kernel/tax.ts'
import { formatDay } from '#shop/kernel/time.ts'
import type { Route } from './+types/taxes.ts'

export const handle: PageHandle = {
  guard: 'taxes',
  tab: { label: 'GST rates', icon: 'tag', group: 'Money' },
  access: { get: 200, post: 422 },
}

const SAMPLES = 10

const DONE: Record<string, string> = {
  added: 'Rate saved: it applies to orders placed from 00:00 on its first day',
  restored: 'Rate restored',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, config } = context.get(staffContext)
  const today = dayOf(now)
  const [rates, products] = await Promise.all([listGstRates(db), listTaxedProducts(db)])
  const { defaultRate } = config.taxes
  const params = new URL(request.url).searchParams
  const toRemove = params.get('remove')
  return {
    ...{ today, rates, policy: config.taxes },
    products: products.map(({ id, name, hsnCode, ...goods }) => {
      const applied = rateOn({ hsnCode, ...goods }, rates, today)
      const { rate = defaultRate, from = null, source = null } = applied ?? {}
      return { id, name, hsnCode, rate, from, source, isDefault: applied === null }
    }),
    modes: products.slice(0, SAMPLES).map((goods) => {
      const unitIn = (mode: PriceMode) => priceUnit(goods, mode, config.taxes, rates, today)
      const { id, name } = goods
      return {
        id,
        name,
        flat: unitIn('flat'),
        exclusive: unitIn('exclusive'),
        inclusive: unitIn('inclusive'),
      }
    }),
    removing: rates.find(({ id, validFrom }) => id === toRemove && validFrom >= today) ?? null,
    removedId: params.get('undo'),
    done: doneNotice(request, DONE),
  }
}

const forms = z.discriminatedUnion('intent', [
  gstRateInput.extend({ intent: z.literal('preview') }),
  gstRateInput.extend({ intent: z.literal('save') }),
  z.object({ intent: z.enum(['remove', 'restore']), id: z.uuid() }),
])

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, forms)
  if (!fields.ok) return invalid(fields)
  const input = fields.value
  if ('id' in input) {
    const isRemoval = input.intent === 'remove'
    const changed = await (isRemoval ? removeGstRate : restoreGstRate)(ctx, input.id)
    if (!changed.ok) return refusedBy(changed, form)
    return redirect(`${TAXES}?${isRemoval ? `undo=${input.id}` : 'done=restored'}`, 303)
  }
  const { intent, ...rate } = input
  if (intent === 'preview') {
    const refusal = refusalOfRate(rate, await listGstRates(ctx.db), dayOf(ctx.now))
    if (refusal) return refusedBy({ reason: refusal }, form)
    const preview = await previewOf(ctx, rate)
    return data({ ok: true as const, message: null, preview, values: typedValues(form) })
  }
  const added = await addGstRate(ctx, rate)
  return added.ok ? redirect(`${TAXES}?done=added`, 303) : refusedBy(added, form)
}

/**
 * Compares prices without and with the rate on its first day. Shows up to ten products that the rate concerns,
 * otherwise the first ten.
 */
async function previewOf({ db, config }: StaffCtx, input: GstRateInput) {
  const [rates, products] = await Promise.all([listGstRates(db), listTaxedProducts(db)])
  const { percent, ...rest } = input
  const entered: GstRate = { ...rest, id: '', rate: Math.round(percent * 100) }
  const next = [...rates, entered]
  const { hsn, validFrom } = rest
  const concerned = products.filter((goods) => {
    const applied = rateOn(goods, next, validFrom)
    return applied?.from === validFrom && applied.hsn === hsn
  })
  const samples = (concerned.length > 0 ? concerned : products).slice(0, SAMPLES)
  const mode = config.taxes.prices === 'exclusive' ? 'exclusive' : 'inclusive'
  const payable = (someRates: readonly GstRate[], goods: (typeof products)[number], day: Day) =>
    priceUnit(goods, mode, config.taxes, someRates, day)
  return {
    concerned: concerned.length,
    rows: samples.map((goods) => {
      const { id, name } = goods
      return { id, name, current: payable(rates, goods, validFrom), after: payable(next, goods, validFrom) }
    }),
  }
}

type TaxesData = Route.ComponentProps['loaderData']

type Preview = Awaited<ReturnType<typeof previewOf>>

type Answer = AdminAnswer & { preview?: Preview }

export default function Taxes({ loaderData, actionData }: Route.ComponentProps) {
  const { today, policy, rates, products, modes, removing, removedId, done } = loaderData
  const answer: Answer | undefined = actionData ?? done
  return (
    <AdminPage>
      {answer?.preview ? (
        <RatePreview preview={answer.preview} values={answer.values ?? {}} />
      ) : (
        <StatusNotice answer={answer?.message ? answer : undefined} />
      )}
      {removedId && !actionData && (
        <UndoBanner text="Rate removed." action={TAXES} fields={{ intent: 'restore', id: removedId }} />
      )}
      <ModeNotice policy={policy} />
      <AdminSection title="Enter a rate">
        <RateForm today={today} answer={answer} />
      </AdminSection>
      <TableSection
        title="Rates by HSN code"
        caption="GST rates by HSN code, the newest of each code first"
        columns={rateColumns(today)}
        rows={rates}
        empty={<EmptyList title="No rates yet">All goods have the default rate.</EmptyList>}
      />
      <TableSection
        title="Rate of each product today"
        caption="The GST rate of each product, since when and why"
        columns={PRODUCT_COLUMNS}
        rows={products}
      />
      <AdminSection title="What a customer pays in each mode">
        <p className="mb-4 max-w-read text-ink-soft">
          One unit of the first products at the prices that are listed now. The mode is chosen where the shop
          is installed.
        </p>
        <AdminTable
          caption="What a customer pays with flat, exclusive and inclusive prices"
          columns={MODE_COLUMNS}
          rows={modes}
        />
      </AdminSection>
      {removing && <RemoveRate rate={removing} today={today} />}
    </AdminPage>
  )
}

function ModeNotice({ policy: { prices, defaultRate } }: { policy: TaxPolicy }) {
  const rate = percentText(defaultRate)
  const [title, text] = {
    inclusive: [
      'Prices include GST.',
      `The rates below apply; goods without one have ${rate}. A change of rate leaves prices as they are and changes the tax in them, in orders placed from then on.`,
    ],
    exclusive: [
      'GST is added at checkout.',
      `The rates below are added to the listed prices; goods without one have ${rate}. ${TAX_LAW}`,
    ],
    flat: [
      `${rate} GST is added to all prices at checkout.`,
      `This is for demonstrations; a real shop can’t start with it. ${TAX_LAW} The rates below do not apply.`,
    ],
  }[prices]
  return (
    <Banner tone={prices === 'inclusive' ? 'info' : 'warning'} live={false} className="mb-5" title={title}>
      {text}
    </Banner>
  )
}

const TAX_LAW =
  'Packed goods must be sold to consumers at prices that contain all taxes, never above the MRP (Legal Metrology (Packaged Commodities) Rules 2011).'

function RateForm({ today, answer }: { today: Day; answer: Answer | undefined }) {
  const isBusy = useNavigation().formData?.get('intent') === 'preview'
  const field = (name: string) => ({ ...fieldsOf(answer)(name), required: true })
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
      <AdminTable
        caption="Sample products before and after the change"
        columns={PREVIEW_COLUMNS}
        rows={rows}
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
          ? 'The previous rate applies again. Today’s orders keep the tax that they were placed with.'
          : `It would begin on ${formatDay(startOf(validFrom))}. The previous rate stays in force.`}
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

const PRODUCT_COLUMNS: Column<TaxesData['products'][number]>[] = [
  column.title('Product', ({ id, name }) => <Link to={`${PRODUCTS}/${id}`}>{name}</Link>),
  column.text('HSN code', ({ hsnCode }) => hsnCode || 'none'),
  column.figure('GST', ({ rate }) => percentText(rate)),
  column.text('Since', ({ from }) => (from ? formatDay(startOf(from)) : '-')),
  column.text(
    'Why',
    ({ source, isDefault }) => source ?? (isDefault ? 'The default rate' : 'The product’s own rate'),
  ),
]

const paidText = (paid: PricedUnit) =>
  `${formatAmount(paid.price)}, of it ${formatAmount(paid.tax)} GST (${percentText(paid.rate)})`

const MODE_COLUMNS: Column<TaxesData['modes'][number]>[] = [
  column.title('Product', ({ name }) => name),
  column.text('Flat', ({ flat }) => <ModeCell paid={flat} />),
  column.text('Exclusive', ({ exclusive }) => <ModeCell paid={exclusive} />),
  column.text('Inclusive', ({ inclusive }) => <ModeCell paid={inclusive} />),
]

function ModeCell({ paid }: { paid: PricedUnit }) {
  return (
    <>
      {paidText(paid)} {paid.isAboveMrp && <Badge tone="danger">Above MRP</Badge>}
    </>
  )
}

const netText = ({ price, tax }: PricedUnit) => formatAmount(subtract(price, tax))

const paidInTurn = (current: Money, after: Money) =>
  current === after ? formatAmount(after) : `${formatAmount(current)}, then ${formatAmount(after)}`

const PREVIEW_COLUMNS: Column<Preview['rows'][number]>[] = [
  column.title('Product', ({ name }) => name),
  column.text('Customer pays', ({ current, after }) => paidInTurn(current.price, after.price), {
    place: 'figure',
  }),
  column.text('GST before', ({ current }) => taxText(current)),
  column.text('GST after', ({ after }) => taxText(after)),
  column.text('Shop keeps', ({ current, after }) => `${netText(current)}, then ${netText(after)}`),
]

const taxText = ({ rate, tax }: PricedUnit) => `${formatAmount(tax)} (${percentText(rate)})`
