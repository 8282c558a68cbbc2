import { data } from 'react-router'
import { z } from 'zod'
import { adminCtx } from '#app/http/admin.server.ts'
import { formOf } from '#app/http/form.server.ts'
import { RefundsPage } from '#app/ui/admin/refunds/refunds-page.tsx'
import { payRefundByHand } from '#shop/payments/pay-refund-by-hand.ts'
import { listRefunds } from '#shop/payments/refunds.read.ts'
import type { Route } from './+types/refunds.ts'

const SHOWN = 50

export async function loader({ context }: Route.LoaderArgs) {
  return { refunds: await listRefunds(adminCtx(context).db, SHOWN) }
}

const paidForm = z.object({ refundId: z.uuid(), reference: z.string().trim().min(1).max(100) })

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = adminCtx(context)
  const form = paidForm.safeParse(Object.fromEntries(await formOf(request)))
  if (!form.success) return data({ ok: false, message: 'Please enter how it was paid' }, { status: 400 })
  const paid = await payRefundByHand(ctx, form.data)
  if (paid.ok) return data({ ok: true, message: 'Noted. The customer gets a mail.' })
  return data({ ok: false, message: 'This refund does not wait to be paid.' }, { status: 409 })
}

export default function Refunds({ loaderData, actionData }: Route.ComponentProps) {
  return <RefundsPage {...loaderData} answer={actionData} />
}
