import { redirect } from 'react-router'
import { z } from 'zod'
import { Banner } from '#app/kit/banner.tsx'
import { Button, buttonClass } from '#app/kit/button.tsx'
import { TextField } from '#app/kit/fields.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { type OptionRow, OptionRows } from '#app/kit/option-rows.tsx'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, refuse } from '#app/request/form.server.ts'
import { orNotFound } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { SANDBOX_OUTCOMES } from '#infra/payments/sandbox/sandbox-bank.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { formatAmount } from '#shop/kernel/money.ts'
import type { Route } from './+types/sandbox-pay.ts'

export const handle: PageHandle = {
  title: 'Sandbox payment',
  search: 'noindex',
  access: { at: '/sandbox-pay/{nothing}', get: 404, post: 400 },
}

const PASSWORD = '123456'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { amount, isPaid } = orNotFound(await context.get(requestContext).sandbox?.find(params.id))
  const query = new URL(request.url).searchParams
  return { amount, isPaid, isChallenged: query.has('challenge'), back: returnPath(shopOrder(query)) }
}

const bankForm = z.object({
  outcome: z.enum([...SANDBOX_OUTCOMES, 'challenge', 'password']),
  password: z.string().trim().optional(),
})

/** Redirects back to the shop like a provider, with a signed payment id if the card was charged. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const sandbox = orNotFound(context.get(requestContext).sandbox)
  const form = await formOf(request)
  const order = shopOrder(new URL(request.url).searchParams)
  const fields = readFields(bankForm, form)
  if (!fields.ok) return refuse(form, 'Please choose what the bank does', 400)
  const { outcome: chosen, password } = fields.value
  if (chosen === 'challenge') throw redirect(`?${new URLSearchParams({ ...order, challenge: '' })}`, 303)
  const byPassword = password === PASSWORD ? 'success' : 'decline'
  const outcome = chosen === 'password' ? byPassword : chosen
  const { payment_id, signature } = await sandbox.decide(params.id, outcome)
  throw redirect(returnPath(order, { payment_id, signature }), 303)
}

type ShopOrder = { order: string; link?: string }

function shopOrder(query: URLSearchParams): ShopOrder {
  const [order, link] = [query.get('order') ?? '', query.get('link')]
  return { order: isUuid(order) ? order : '', ...(link && { link }) }
}

function returnPath(order: ShopOrder, { payment_id = '', signature = '' } = {}): string {
  const proof = payment_id && signature ? { payment_id, signature } : null
  return `/api/payments/return?${new URLSearchParams({ ...order, ...proof })}`
}

const OUTCOMES: OptionRow[] = [
  { value: 'success', label: 'Approve', hint: 'The bank accepts the payment right away.' },
  { value: 'challenge', label: '3-D Secure', hint: 'The bank asks for a one-time password first.' },
  { value: 'decline', label: 'Decline', hint: 'The bank refuses the card.' },
  {
    value: 'repeated',
    label: 'Approve, reported three times',
    hint: 'The same webhook reaches the shop three times.',
  },
  { value: 'late', label: 'Approve late', hint: 'The shop learns of it by webhook, 20 seconds from now.' },
  {
    value: 'too-late',
    label: 'Approve too late',
    hint: 'The bank confirms 20 minutes from now, when the shop no longer waits for it.',
  },
]

/** Its forms are plain HTML, as on a provider's own page. */
export default function SandboxPage({ loaderData, actionData }: Route.ComponentProps) {
  const { amount, isPaid, isChallenged, back } = loaderData
  const problem = actionData?.message
  return (
    <div className="wrap max-w-form pt-8 pb-section">
      <h1 className="display text-3xl">Sandbox payment</h1>
      <Banner tone="warning" title="No money moves." icon="info" live={false} className="mt-5">
        This page replaces a payment provider, and you play the bank. You don’t need a card: please don’t type
        one anywhere.
      </Banner>
      <p className="mt-6 flex items-baseline justify-between gap-4 border-ink border-y-2 py-3 font-bold text-xl">
        To pay <span className="numeric">{formatAmount(amount)}</span>
      </p>
      {problem && (
        <Banner tone="danger" className="mt-5">
          {problem}
        </Banner>
      )}
      <div className="mt-6">
        {isPaid ? (
          <p>This payment has been made.</p>
        ) : (
          <form method="post" className="grid gap-6">
            {isChallenged ? (
              <Challenge />
            ) : (
              <OptionRows
                legend="What does the bank do?"
                name="outcome"
                options={OUTCOMES}
                defaultValue="success"
              />
            )}
            <Button wide>{isChallenged ? 'Confirm' : 'Continue'}</Button>
          </form>
        )}
      </div>
      <a href={back} className={buttonClass({ look: 'line', className: 'mt-4' })}>
        Back to the shop
      </a>
    </div>
  )
}

function Challenge() {
  return (
    <>
      <input type="hidden" name="outcome" value="password" />
      <TextField
        label="One-time password"
        name="password"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={`The bank sent ${PASSWORD}. Anything else is declined.`}
        required
      />
    </>
  )
}
