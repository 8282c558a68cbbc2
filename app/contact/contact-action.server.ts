import { data, type RouterContextProvider } from 'react-router'
import { type FormAnswer, readFields } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf, invalid, refused } from '#app/request/form.server.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { contactInput } from '#shop/messages/input.ts'
import type { ContactSide } from '#shop/messages/message.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'

/** Enough for many questions in a day, too few to flood the inbox. */
const HOURLY = { max: 10, seconds: HOUR_SECONDS }

const NOT_SENT =
  'We have a problem on our side, so your message wasn’t sent. It’s still here: please try again in a few minutes.'

/** The action of both contact pages. */
export async function contactAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  side: ContactSide,
) {
  const form = await formOf(request)
  const sent = readFields(contactInput, form)
  if (!sent.ok) return invalid(sent)
  try {
    const wait = await consumeRateLimit(request, context, 'contact', HOURLY)
    if (wait) return refused(form, `You have sent many messages. ${wait.words}`, 429, wait.headers)
    const { ticket } = await sendContactMessage(context.get(requestContext).ctx, { ...sent.value, side })
    return data<FormAnswer<{ ticket: string }>>({ ok: true, done: { ticket } })
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return refused(form, NOT_SENT, 503, { 'retry-after': '5' })
  }
}
