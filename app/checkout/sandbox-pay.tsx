import { data, redirect } from 'react-router'
import { SandboxPage } from '#app/checkout/sandbox-page.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { SANDBOX_OUTCOMES } from '#infra/payments/sandbox/sandbox-bank.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import type { Route } from './+types/sandbox-pay.ts'

export const handle: PageHandle = {
  search: 'noindex',
  access: { at: '/sandbox-pay/{nothing}', get: 404, post: 400 },
}

/** The only one-time password that the acted-out bank accepts. */
const PASSWORD = '123456'

/** The page of the sandbox, in the place of a provider's: who is here plays the bank. Only in a demonstration. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const order = await context.get(requestContext).sandbox?.find(params.id)
  if (!order) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const orderId = shopOrder(query)
  const step = query.has('challenge') ? 'challenge' : 'choice'
  return {
    amount: order.amount,
    isPaid: order.isPaid,
    step,
    password: PASSWORD,
    back: wayBack(orderId),
  } as const
}

/** Like a provider it sends the browser back to the shop, with a proof when money was taken. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { sandbox } = context.get(requestContext)
  if (!sandbox) throw data(null, { status: 404 })
  const form = await formOf(request)
  const orderId = shopOrder(new URL(request.url).searchParams)
  const wanted = form.get('outcome')
  if (wanted === 'challenge')
    throw redirect(`?${new URLSearchParams({ order: orderId, challenge: '' })}`, 303)
  const asked = wanted === 'password' ? passwordOutcome(form.get('password')) : wanted
  const outcome = SANDBOX_OUTCOMES.find((one) => one === asked)
  if (!outcome) return data({ message: 'Please choose what the bank does' }, { status: 400 })
  const { payment_id, signature } = await sandbox.act(params.id, outcome)
  throw redirect(wayBack(orderId, { payment_id, signature }), 303)
}

function shopOrder(query: URLSearchParams): string {
  const order = query.get('order') ?? ''
  return isUuid(order) ? order : ''
}

function passwordOutcome(password: FormDataEntryValue | null): 'success' | 'decline' {
  return typeof password === 'string' && password.trim() === PASSWORD ? 'success' : 'decline'
}

function wayBack(order: string, { payment_id = '', signature = '' } = {}): string {
  const proof = payment_id && signature ? { payment_id, signature } : null
  return `/api/payments/return?${new URLSearchParams({ order, ...proof })}`
}

export default function SandboxPay({ loaderData, actionData }: Route.ComponentProps) {
  return <SandboxPage {...loaderData} problem={actionData?.message ?? null} />
}
