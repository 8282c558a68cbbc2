import { randomUUID } from 'node:crypto'
import { data, Form, redirect } from 'react-router'
import { z } from 'zod'
import { AddressFields } from '#app/account/address-fields.tsx'
import { type Draft, DraftLines, DraftTotals } from '#app/admin/orders/draft-lines.tsx'
import { draftFields, draftOf, readDraftProducts, readLines } from '#app/admin/orders/order-draft.server.ts'
import { AdminPage, AdminSection, AdminTable, StatusNotice } from '#app/desk/admin-page.tsx'
import { NEW_ORDER, ORDERS, PEOPLE } from '#app/desk/paths.ts'
import { StaffLink } from '#app/desk/staff-link.tsx'
import { UnsavedGuard } from '#app/desk/unsaved-guard.tsx'
import { Banner } from '#app/kit/banner.tsx'
import { Button } from '#app/kit/button.tsx'
import { type Column, column } from '#app/kit/column.ts'
import { TextField } from '#app/kit/fields.tsx'
import { type FormAnswer, type Problems, problemsOf, readFields, typedValues } from '#app/kit/form-fields.ts'
import { TextLink } from '#app/kit/link.tsx'
import { OptionRows } from '#app/kit/option-rows.tsx'
import { useForm } from '#app/kit/use-form.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { type StaffCtx, staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { addCustomer } from '#shop/customers/add-customer.ts'
import { shippingAddressInput } from '#shop/customers/address-input.ts'
import { newCustomerInput } from '#shop/customers/input.ts'
import { findPerson, type ListedPerson, listPeople } from '#shop/customers/people.read.ts'
import { PEOPLE_FILTERS } from '#shop/customers/people.ts'
import { listAddresses } from '#shop/customers/users.read.ts'
import { typedNumber } from '#shop/field.ts'
import { readSearch } from '#shop/kernel/filters.ts'
import { formatAmount, subtract } from '#shop/kernel/money.ts'
import { maxDiscountOf } from '#shop/kernel/permissions.ts'
import { paymentMethodInput } from '#shop/orders/input.ts'
import { lastAddress } from '#shop/orders/orders.read.ts'
import { createOrder, quoteOrder } from '#shop/orders/place-order.ts'
import { offeredMethods } from '#shop/payments/payment.ts'
import { REFUSALS } from '#shop/refusals.ts'
import type { Route } from './+types/new.ts'

export const handle: PageHandle = {
  guard: 'orders.create',
  title: 'New order',
  access: { get: 200, post: 422 },
}

const MAX_FOUND = 10

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const query = new URL(request.url).searchParams
  const customer = await findPerson(ctx.db, query.get('customer') ?? '')
  if (customer) return { customer, isFound: query.has('found'), ...(await readOrderForm(ctx, customer)) }
  const search = readSearch(PEOPLE_FILTERS, query)
  const { text } = search
  const found = text === '' ? null : (await listPeople(ctx.db, search, MAX_FOUND)).people
  return { customer: null, text, found }
}

async function readOrderForm(ctx: StaffCtx, { id, fullName, phoneNumber }: ListedPerson) {
  const { db, actor, payments } = ctx
  await recordView(ctx, { entity: 'user', entityId: id, personId: id })
  const [saved] = await listAddresses(db, id)
  const address = saved ?? (await lastAddress(db, id)) ?? { fullName, phone: phoneNumber ?? '' }
  const texts = Object.entries(address).filter(([, text]) => typeof text === 'string')
  return {
    values: Object.fromEntries(texts) as Record<string, string>,
    products: await readDraftProducts(db),
    methods: offeredMethods(payments).map(({ method }) => method),
    maxDiscount: maxDiscountOf(actor),
    orderKey: randomUUID(),
  }
}

const orderForm = shippingAddressInput.safeExtend({
  ...draftFields,
  paymentMethod: paymentMethodInput,
  key: z.string().min(1).max(200),
  /** In paise. Empty until the form has shown the total. */
  expectedTotal: z.preprocess((text) => text || undefined, typedNumber(z.int().nonnegative()).optional()),
})

const NO_TERMS = { discountPercent: 0, paymentMethod: 'cod' } as const

const updateForm = z.object({ ...draftFields, paymentMethod: paymentMethodInput.catch('cod') })

type DraftAnswer = FormAnswer & { draft?: Draft }

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const values = typedValues(form)
  if (values.intent === 'add-customer') return addByForm(ctx, form)
  const customerId = new URL(request.url).searchParams.get('customer') ?? ''
  const { cart, problems } = readLines(form, await readDraftProducts(ctx.db))
  const terms = readFields(updateForm, form)
  if (!terms.ok) Object.assign(problems, terms.problems)
  const address = shippingAddressInput.safeParse(values)
  const shippingAddress = address.success ? address.data : null
  const quoteWith = (entered: Partial<z.infer<typeof updateForm>>) =>
    quoteOrder(ctx, { customerId, lines: cart, shippingAddress, ...NO_TERMS, ...entered })
  let quoted = await quoteWith(terms.ok ? terms.value : {})
  if (!quoted.ok && quoted.reason !== 'user_not_found') {
    problems.discountPercent = REFUSALS[quoted.reason].en
    quoted = await quoteWith({})
  }
  if (!quoted.ok) return terms.ok ? refusedBy(quoted, form) : invalid(terms)
  const draft = draftOf(cart, quoted.value)
  const answer = (message: string | null, status: number, found: Problems = {}) =>
    data<DraftAnswer>({ ok: false, message, problems: found, values, draft }, { status })
  if (Object.keys(problems).length > 0) return answer(null, 422, problems)
  if (values.intent !== 'place') return answer(null, 200)
  const fields = readFields(orderForm, form)
  if (!fields.ok) return answer(null, 422, fields.problems)
  const { key, expectedTotal, paymentMethod, discountPercent, couponCode, ...delivery } = fields.value
  if (expectedTotal === undefined) return answer(CHECK_FIRST, 409)
  const created = await createOrder(ctx, {
    ...{ customerId, discountPercent, lines: cart, couponCode, paymentMethod, expectedTotal },
    ...{ idempotencyKey: key, shippingAddress: delivery },
  })
  if (created.ok) return redirect(`${ORDERS}/${created.value.orderId}?done=created`, 303)
  const { status, en } = REFUSALS[created.reason]
  return answer('message' in created ? created.message : en, status)
}

const CHECK_FIRST = 'Please check the total with the customer, then create the order.'

async function addByForm(ctx: StaffCtx, form: FormData) {
  const fields = readFields(newCustomerInput, form)
  if (!fields.ok) return invalid(fields)
  const added = await addCustomer(ctx, fields.value)
  if (!added.ok) return refusedBy(added, form)
  const { userId, isNew } = added.value
  return redirect(`${NEW_ORDER}?customer=${userId}${isNew ? '' : '&found'}`, 303)
}

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  const answer: DraftAnswer | undefined = actionData
  return (
    <AdminPage back={{ to: ORDERS, label: 'Orders' }}>
      <StatusNotice answer={answer && !answer.ok && answer.message ? answer : undefined} />
      {loaderData.customer ? (
        <OrderForm key={loaderData.customer.id} {...loaderData} answer={answer} />
      ) : (
        <>
          <FindCustomer {...loaderData} />
          <AddCustomer answer={answer} />
        </>
      )}
    </AdminPage>
  )
}

const COLUMNS: Column<ListedPerson>[] = [
  column.title('Name', ({ id, fullName }) => (
    <TextLink to={`${NEW_ORDER}?customer=${id}`}>{fullName}</TextLink>
  )),
  column.text('Phone', ({ phoneNumber }) => phoneNumber ?? '-'),
  column.text('Email', ({ email }) => email ?? '-'),
  column.count('Orders', ({ orders }) => orders),
]

function FindCustomer({ text, found }: { text: string; found: ListedPerson[] | null }) {
  return (
    <AdminSection title="Find the customer">
      <Form method="get" className="mb-4 grid max-w-form gap-4">
        <TextField label="Phone number, name or email" name="q" defaultValue={text} required />
        <Button look="line">Search</Button>
      </Form>
      {found && (
        <AdminTable
          caption="Customers"
          columns={COLUMNS}
          rows={found}
          empty="Nobody found: add them below."
        />
      )}
    </AdminSection>
  )
}

function AddCustomer({ answer }: { answer: DraftAnswer | undefined }) {
  const values = answer && !answer.ok ? answer.values : {}
  const form = { check: () => ({}), problems: problemsOf(answer), values }
  const { props, field, isBusy } = useForm({ ...form, isOwn: (posted) => posted.has('phoneNumber') })
  return (
    <AdminSection title="New customer">
      <Form {...props} method="post" noValidate className="grid max-w-form gap-5">
        <input type="hidden" name="intent" value="add-customer" />
        <TextField {...field('fullName')} label="Full name" required />
        <TextField {...field('phoneNumber')} label="Phone" type="tel" required />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          optional
          hint="Confirmation and news go there. Without it, the customer only hears from you."
        />
        <Button busy={isBusy}>Add the customer</Button>
      </Form>
    </AdminSection>
  )
}

type OrderFormProps = Extract<Route.ComponentProps['loaderData'], { orderKey: string }> & {
  answer: DraftAnswer | undefined
}

function OrderForm({ customer, isFound, products, methods, maxDiscount, orderKey, ...rest }: OrderFormProps) {
  const { answer } = rest
  const refused = answer && !answer.ok ? answer : null
  const draft = refused?.draft ?? null
  const problems = problemsOf(answer)
  const values = refused?.values ?? rest.values
  const form = { check: () => ({}), problems, values, isOwn: (posted: FormData) => posted.has('cart') }
  const { props, field, isBusy } = useForm(form)
  return (
    <Form {...props} method="post" noValidate className="grid max-w-form gap-6">
      <UnsavedGuard form={props.id} isRefused={refused !== null} />
      <p>
        For{' '}
        <StaffLink to={`${PEOPLE}/${customer.id}`} className="link">
          {customer.fullName}
        </StaffLink>
        {[customer.phoneNumber, customer.email].filter(Boolean).map((text) => `, ${text}`)}.{' '}
        <TextLink to={NEW_ORDER}>Someone else</TextLink>
      </p>
      {isFound && (
        <Banner tone="warning">
          {customer.fullName} has an account with these details already: check that it is the customer.
        </Banner>
      )}
      {/* Refused forms keep the first key, so that a repeated post places no second order. */}
      <input type="hidden" name="key" value={refused?.values.key ?? orderKey} />
      <input type="hidden" name="expectedTotal" value={draft ? exactTotal(draft) : ''} />
      <DraftLines draft={draft} products={products} problems={problems} />
      <TextField
        {...field('discountPercent')}
        defaultValue={values.discountPercent ?? '0'}
        label="Discount in percent"
        hint={`Your role allows up to ${maxDiscount} %. An order takes one discount: the largest counts.`}
        type="number"
        min={0}
        max={maxDiscount}
      />
      <TextField {...field('couponCode')} label="Coupon or friend’s code" optional />
      <AddressFields field={field} />
      <OptionRows
        legend="Payment"
        name="paymentMethod"
        options={METHODS.filter(({ value }) => methods.includes(value))}
        defaultValue={values.paymentMethod ?? methods.at(-1) ?? 'cod'}
        errors={problems?.paymentMethod ? [problems.paymentMethod] : null}
      />
      <DraftTotals draft={draft} />
      <div className="flex flex-wrap gap-3">
        <Button look="line" name="intent" value="update" formNoValidate>
          Update the total
        </Button>
        <Button name="intent" value="place" busy={isBusy}>
          {draft ? `Create the order for ${formatAmount(draft.quote.total)}` : 'Create the order'}
        </Button>
      </div>
    </Form>
  )
}

const METHODS = [
  {
    value: 'card',
    label: 'Payment link',
    hint: 'The goods are kept for 24 hours.',
  },
  { value: 'cod', label: 'Cash on delivery', hint: 'The courier collects the total.' },
] as const

/** Returns the total without the round-off of cash. The server accepts it for both payment methods. */
function exactTotal({ quote }: Draft): number {
  return subtract(quote.total, quote.roundOff)
}
