import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { type AdminAnswer, AdminPage, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { PRODUCTS, RECOUNT } from '#app/desk/paths.ts'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { type FormValues, readFields, typedValues } from '#app/kit/form-fields.ts'
import { VisuallyHidden } from '#app/kit/text.tsx'
import { EmptyList } from '#app/kit/work/empty-list.tsx'
import { doneNotice, formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { MAX_STOCK } from '#shop/catalogue/product-fields.ts'
import { type CountedProduct, productsToCount } from '#shop/catalogue/recount.read.ts'
import { recountStock, type StockCount } from '#shop/catalogue/recount-stock.ts'
import { shelfInWords, unitsOnShelf } from '#shop/inventory/stock.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { cleanText, cleanValue, isStorable, pluralize } from '#shop/kernel/text.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/recount.ts'

export const handle: PageHandle = {
  guard: 'catalogue',
  title: 'Count the stock',
  access: { get: 200, post: 422 },
}

const FORM_ID = 'stock-count'
const DONE: Record<string, string> = { counted: 'Stock levels changed as counted' }

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(staffContext)
  return { products: await productsToCount(db), done: doneNotice(request, DONE) }
}

const REASON_NEEDED = 'Please enter a reason: month end, for example'
const noteForm = z.object({
  note: z
    .string(REASON_NEEDED)
    .overwrite(cleanText)
    .min(1, REASON_NEEDED)
    .max(200, 'Please keep this under 200 characters')
    .refine(isStorable, REASON_NEEDED),
})

/** Reads the counts 'count:<id>' and displayed levels 'seen:<id>'. An empty field: the product was not counted. */
function countsIn(form: FormData): { counts: StockCount[]; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const counts = [...form].flatMap(([name, value]): StockCount[] => {
    const [field, id = ''] = name.split(':')
    const text = cleanValue(String(value))
    const seen = String(form.get(`seen:${id}`) ?? '')
    if (field !== 'count' || text === '' || !isUuid(id) || !/^\d{1,15}$/.test(seen)) return []
    if (/^\d{1,9}$/.test(text) && Number(text) <= MAX_STOCK)
      return [{ productId: id, seen: Number(seen), counted: Number(text) }]
    problems[name] = `“${text.slice(0, 20)}” is no number of units`
    return []
  })
  return { counts, problems }
}

/** Asks for confirmation of each difference, and then changes the levels. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const { counts, problems } = countsIn(form)
  const fields = readFields(noteForm, form)
  if (Object.keys(problems).length > 0) return invalid({ problems, values: typedValues(form) })
  if (counts.length === 0)
    return invalid({ problems: { count: 'Please enter at least one count' }, values: typedValues(form) })
  if (!fields.ok) return invalid(fields)
  const names = new Map((await productsToCount(ctx.db)).map(({ id, name }) => [id, name]))
  const changes = counts.filter(({ seen, counted: units }) => seen !== units)
  const confirmation = requireConfirmation(form, {
    title: `Change ${pluralize(changes.length, 'stock level')}?`,
    lines: [
      ...changes.map((count) => `${names.get(count.productId) ?? 'Unknown Product'}: ${differenceOf(count)}`),
      `${pluralize(counts.length - changes.length, 'count')} as expected. Units sold in the meantime stay sold.`,
    ],
    confirm: 'Change the levels',
  })
  if (confirmation) return data({ ok: true, message: null, confirmation, values: typedValues(form) })
  const recounted = await recountStock(ctx, { counts, ...fields.value })
  if (recounted.ok) return redirect(`${RECOUNT}?done=counted`, 303)
  if (recounted.reason !== 'counted_meanwhile') return refusedBy(recounted, form)
  // The form keeps the counts and shows them with the current levels.
  for (const name of [...form.keys()].filter((key) => key.startsWith('seen:'))) form.delete(name)
  return refusedBy(recounted, form, `${recounted.names.join(', ')}: ${REFUSALS.counted_meanwhile.en}`)
}

/** '40 to 37 on the shelf (−3, −8%)' */
function differenceOf({ seen, counted: now }: StockCount): string {
  const difference = now - seen
  const sign = difference > 0 ? '+' : '−'
  const percent = seen > 0 ? `, ${sign}${Math.round((Math.abs(difference) / seen) * 100)}%` : ''
  return `${seen} to ${now} on the shelf (${sign}${Math.abs(difference)}${percent})`
}

export default function Recount({ loaderData: { products, done }, actionData }: Route.ComponentProps) {
  const answer: AdminAnswer | undefined = actionData
  const { values: typed = {}, confirmation } = answer ?? {}
  return (
    <AdminPage back={{ to: PRODUCTS, label: 'Products' }}>
      <StatusNotice answer={answer ?? done} />
      <ConfirmationDialog confirmation={confirmation} closeTo={RECOUNT} />
      <p className="mb-5 max-w-read text-ink-soft">
        Enter the units on the shelf, with those set aside for orders that aren’t packed. Leave out products
        that you didn’t count. You see each difference before anything changes.
      </p>
      <UnsavedGuard form={FORM_ID} isRefused={Object.keys(typed).length > 0} />
      <Form id={FORM_ID} method="post" preventScrollReset>
        <AdminTable
          caption="Products to count"
          columns={columns(typed)}
          rows={products}
          empty={<EmptyList title="No products found" />}
        />
        <div className="mt-5 flex flex-wrap items-end gap-3">
          <TextField
            label="Reason"
            name="note"
            maxLength={200}
            defaultValue={typed.note ?? ''}
            hint="Kept with each change: month end, for example"
            fieldClassName="min-w-[min(100%,20rem)]"
          />
          <Button>Check the differences</Button>
        </div>
      </Form>
    </AdminPage>
  )
}

const columns = (typed: FormValues): Column<CountedProduct>[] => [
  column.title('Product', ({ name }) => name),
  column.text('Shelf', ({ shelf }) => shelf || '–'),
  column.text('In the books', shelfInWords),
  column.number('Counted', ({ id, name, ...level }) => (
    <label>
      <VisuallyHidden>Counted units of {name}</VisuallyHidden>
      <input type="hidden" name={`seen:${id}`} value={typed[`seen:${id}`] ?? unitsOnShelf(level)} />
      <input
        name={`count:${id}`}
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        className="input w-28 text-right"
        defaultValue={typed[`count:${id}`] ?? ''}
      />
    </label>
  )),
]
