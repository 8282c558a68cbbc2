import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { type Draft, DraftLines, DraftTotals } from '#app/admin/orders/draft-lines.tsx'
import { mailLine } from '#app/admin/orders/order-actions.server.ts'
import { draftOf, readDraftProducts, readLines } from '#app/admin/orders/order-draft.server.ts'
import { AdminPage, StatusNotice } from '#app/desk/admin-page.tsx'
import { requireConfirmation } from '#app/desk/confirmation.server.ts'
import { type Confirmation, ConfirmationDialog } from '#app/desk/confirmation.tsx'
import { ORDERS } from '#app/desk/paths.ts'
import { Button } from '#app/kit/button.tsx'
import { Options, SelectField } from '#app/kit/fields.tsx'
import { type FormAnswer, problemsOf, typedValues } from '#app/kit/form-fields.ts'
import { invalid, readFormFields, refusedBy } from '#app/request/form.server.ts'
import { orNotFound, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { formatAmount, type Money } from '#shop/kernel/money.ts'
import { paymentMethodInput } from '#shop/orders/input.ts'
import { type PaymentFacts, wasPaidInCash } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'
import { isCashDue } from '#shop/orders/packing.ts'
import { offeredMethods } from '#shop/payments/payment.ts'
import { REFUSALS } from '#shop/refusals.ts'
import { editItems, quoteItems, readEditableLines, settledAmount } from '#shop/settlement/edit-items.ts'
import type { Route } from './+types/items.ts'

export const handle: PageHandle = {
  guard: 'orders.change',
  title: 'Edit items',
  access: { at: '/admin/dashboard/orders/{order}/items', get: 200, post: 422 },
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const order = orNotFound(await findOrder(ctx.db, params.id))
  const { id, userId, version, total } = order
  await recordView(ctx, { entity: 'order', entityId: id, personId: userId })
  const lines = await readEditableLines(ctx.db, order.items)
  const quoted = await quoteItems(ctx, { orderId: id, lines, method: order.paymentMethod })
  return {
    ...{ id, version, total },
    methods: offeredMethods(ctx.payments).map(({ method }) => method),
    method: settledAmount(order) > 0 && !wasPaidInCash(order) ? order.paymentMethod : null,
    draft: quoted.ok ? draftOf(lines, quoted.value.cart) : null,
    problem: quoted.ok ? null : REFUSALS[quoted.reason].en,
    products: await readDraftProducts(ctx.db),
  }
}

const editForm = z.object({
  intent: z.enum(['update', 'save']),
  version: z.coerce.number('Please reload the page').int().positive(),
  method: paymentMethodInput.optional(),
})

const METHODS = { card: 'by a payment link', cod: 'in cash on delivery' }

type EditAnswer = FormAnswer & { draft?: Draft; confirmation?: Confirmation }

export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const { form, fields } = await readFormFields(request, editForm)
  if (!fields.ok) return invalid(fields)
  const order = orNotFound(await findOrder(ctx.db, params.id))
  const { cart: lines, problems } = readLines(form, await readDraftProducts(ctx.db))
  const edit = { orderId: order.id, lines, method: fields.value.method ?? order.paymentMethod }
  const quoted = await quoteItems(ctx, edit)
  if (!quoted.ok) return refusedBy(quoted, form)
  const { cart, isSame, due, payment, refund, refusal } = quoted.value
  const draft = draftOf(lines, cart)
  const answer = (message: string | null, status: number, confirmation?: Confirmation) => {
    const more = { draft, ...(confirmation && { confirmation }) }
    return data<EditAnswer>({ ok: false, message, problems, values: typedValues(form), ...more }, { status })
  }
  if (Object.keys(problems).length > 0) return answer(null, 422)
  if (fields.value.intent === 'update' || !draft.canOrder) return answer(null, 200)
  if (isSame) return redirect(`${ORDERS}/${order.id}?done=items-same`, 303)
  if (refusal) return answer(REFUSALS[refusal].en, REFUSALS[refusal].status)
  const confirmation = requireConfirmation(form, {
    title: `Change the items of order ${shortId(order.id)}?`,
    lines: [
      `The total changes from ${formatAmount(order.total)} to ${formatAmount(cart.quote.total)}.`,
      moneyLine({ ...payment, due, refund }),
      mailLine(order),
    ],
    confirm: 'Change the items',
  })
  if (confirmation) return answer(null, 200, confirmation)
  const { version } = fields.value
  const edited = await editItems(ctx, { ...edit, version, expectedTotal: cart.quote.total })
  if (edited.ok) return redirect(`${ORDERS}/${order.id}?done=items`, 303)
  const { status, en } = REFUSALS[edited.reason]
  return answer('message' in edited ? edited.message : en, status)
}

function moneyLine({ due, refund, ...payment }: PaymentFacts & { due: Money; refund: Money }): string {
  if (refund > 0) return `${formatAmount(refund)} goes back the way it was paid. This cannot be undone.`
  if (isCashDue(payment)) return `The courier collects ${formatAmount(due)}.`
  return due > 0
    ? `The customer pays ${formatAmount(due)} by a payment link. Until then the order is not packed.`
    : 'Nothing is paid back.'
}

export default function EditItems({ loaderData, actionData }: Route.ComponentProps) {
  const { id, version, total, method, methods, products, problem } = loaderData
  const answer: EditAnswer | undefined = actionData
  const refused = answer && !answer.ok ? answer : null
  const draft = answer?.draft ?? loaderData.draft
  return (
    <AdminPage title={`Items of order ${shortId(id)}`} back={{ to: `${ORDERS}/${id}`, label: 'Order' }}>
      <StatusNotice answer={refused?.message ? refused : undefined} />
      <ConfirmationDialog confirmation={answer?.confirmation} closeTo={`${ORDERS}/${id}/items`} />
      {problem ? (
        <p className="max-w-read">{problem}</p>
      ) : (
        <Form method="post" noValidate className="grid max-w-form gap-6">
          <input type="hidden" name="version" value={refused?.values.version ?? version} />
          <p>The order costs {formatAmount(total)}. Its products keep their price and GST rate.</p>
          <DraftLines draft={draft} products={products} problems={problemsOf(answer)} />
          {method && (
            <SelectField label="If it costs more, the customer pays" name="method" defaultValue={method}>
              <Options values={methods} names={METHODS} />
            </SelectField>
          )}
          <DraftTotals draft={draft} />
          <div className="flex flex-wrap gap-3">
            <Button look="line" name="intent" value="update">
              Update the total
            </Button>
            <Button name="intent" value="save">
              Change the items
            </Button>
          </div>
        </Form>
      )}
    </AdminPage>
  )
}
