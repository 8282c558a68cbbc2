import { data, redirect } from 'react-router'
import { z } from 'zod'
import { type Preview, TaxesPage } from '#app/admin/taxes/taxes-page.tsx'
import { TAXES } from '#app/desk/paths.ts'
import { readFields, typedValues } from '#app/kit/form-fields.ts'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { addGstRate, removeGstRate } from '#shop/catalogue/change-gst-rates.ts'
import {
  type GstRate,
  type GstRateInput,
  gstRateInput,
  paidFor,
  rateOn,
  refusalOfRate,
} from '#shop/catalogue/gst-rate.ts'
import { listGstRates, listTaxedProducts } from '#shop/catalogue/tax-rates.read.ts'
import { type Day, dayOf } from '#shop/kernel/day.ts'
import { PRICE_MODES } from '#shop/kernel/tax.ts'
import type { Route } from './+types/taxes.ts'

export const handle: PageHandle = {
  guard: 'taxes',
  tab: { label: 'GST rates', icon: 'tag', group: 'more' },
  access: { get: 200, post: 422 },
}

/** So many products show what a change means. */
const SAMPLES = 10

/** The last action, as the URL names it. */
const DONE: Record<string, string> = {
  added: 'Rate saved: it applies to orders placed from 00:00 on its first day',
  removed: 'Rate removed',
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now, config } = context.get(staffContext)
  const today = dayOf(now)
  const [rates, products] = await Promise.all([listGstRates(db), listTaxedProducts(db)])
  const { defaultRate } = config.taxes
  const toRemove = new URL(request.url).searchParams.get('remove')
  return {
    ...{ today, rates, policy: config.taxes },
    products: products.map(({ id, name, hsnCode, ...goods }) => {
      const applied = rateOn({ hsnCode, ...goods }, rates, today)
      const { rate = defaultRate, from = null, source = null } = applied ?? {}
      return { id, name, hsnCode, rate, from, source, isDefault: applied === null }
    }),
    modes: products.slice(0, SAMPLES).map((goods) => {
      const [exclusive, inclusive] = PRICE_MODES.map((mode) =>
        paidFor(goods, mode, config.taxes, rates, today),
      )
      return { id: goods.id, name: goods.name, exclusive, inclusive }
    }),
    removing: rates.find(({ id, validFrom }) => id === toRemove && validFrom >= today) ?? null,
    done: doneNotice(request, DONE),
  }
}

const forms = z.discriminatedUnion('intent', [
  gstRateInput.extend({ intent: z.literal('preview') }),
  gstRateInput.extend({ intent: z.literal('save') }),
  z.object({ intent: z.literal('remove'), id: z.uuid() }),
])

/** Shows what a new rate changes, saves it, or removes one that has not begun. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(forms, form)
  if (!sent.ok) return invalid(sent)
  const input = sent.value
  if (input.intent === 'remove') {
    const removed = await removeGstRate(ctx, input.id)
    return removed.ok ? redirect(`${TAXES}?done=removed`, 303) : refusedBy(removed, form)
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

/** Up to ten products that the rate concerns, else the first ten, on the day before and from its first day. */
async function previewOf({ db, config }: StaffCtx, input: GstRateInput): Promise<Preview> {
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
  const on = (some: readonly GstRate[], goods: (typeof products)[number], day: Day) =>
    paidFor(goods, 'inclusive', config.taxes, some, day)
  return {
    concerned: concerned.length,
    rows: samples.map((goods) => ({
      id: goods.id,
      name: goods.name,
      before: on(rates, goods, rest.validFrom),
      after: on(next, goods, rest.validFrom),
    })),
  }
}

export default function Taxes({ loaderData, actionData }: Route.ComponentProps) {
  return <TaxesPage {...loaderData} answer={actionData ?? loaderData.done} />
}
