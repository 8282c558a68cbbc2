import { data, type RouterContextProvider } from 'react-router'
import type { Prefill } from '#app/contact/contact-form.tsx'
import type { FormAnswer } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { invalid, readFormFields, refuse } from '#app/request/form.server.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { shortId } from '#shop/kernel/ids.ts'
import { contactInput } from '#shop/messages/input.ts'
import { type ContactSide, subjectFrom } from '#shop/messages/message.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'
import { findOrder } from '#shop/orders/orders.read.ts'

/** Allows many questions a day, but prevents a flood of messages. */
const MESSAGE_LIMIT = { max: 10, seconds: HOUR_SECONDS }

const NOT_SENT =
  'We have a problem on our side, so your message wasn’t sent. It’s still here: please try again in a few minutes.'

/** Loads the data of both contact pages. `?order=` prefills the form, but only for the order's own customer. */
export async function contactData(request: Request, context: Readonly<RouterContextProvider>) {
  const { seller, ctx } = context.get(requestContext)
  const { searchParams } = new URL(request.url)
  const orderId = searchParams.get('order')
  const prefill = orderId === null ? null : await prefillForOrder(ctx, orderId)
  return { seller, chosen: subjectFrom(searchParams.get('subject')), prefill }
}

async function prefillForOrder({ actor, db }: Ctx, orderId: string): Promise<Prefill | null> {
  if (actor.kind === 'visitor') return null
  const order = await findOrder(db, orderId)
  if (!order || !isSelf(actor, order.userId)) return null
  const { customerName: name, customerEmail: email } = order
  return { name, email, subject: 'customer-service', message: `Order ${shortId(order.id)}: ` }
}

export async function contactAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  side: ContactSide,
) {
  const { form, fields } = await readFormFields(request, contactInput)
  if (!fields.ok) return invalid(fields)
  try {
    const wait = await consumeRateLimit(request, context, 'contact', MESSAGE_LIMIT)
    if (wait) return refuse(form, `You have sent many messages. ${wait.words}`, 429, wait.headers)
    const { ticket } = await sendContactMessage(context.get(requestContext).ctx, { ...fields.value, side })
    return data<FormAnswer<{ ticket: string }>>({ ok: true, done: { ticket } })
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return refuse(form, NOT_SENT, 503, { 'retry-after': '5' })
  }
}
