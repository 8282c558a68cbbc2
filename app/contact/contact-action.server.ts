import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { ContactAnswer, ContactProblems } from '#app/contact/contact-answer.ts'
import { textOf } from '#app/kit/form-fields.ts'
import { requestContext } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { isDatabaseUnavailable } from '#infra/database/connection-errors.ts'
import { contactInput } from '#shop/messages/input.ts'
import { CONTACT_FIELDS, type ContactSide } from '#shop/messages/message.ts'
import { sendContactMessage } from '#shop/messages/send-contact-message.ts'

/** Enough for a bad day, too few for a flood. */
const HOURLY = { most: 10, seconds: 3600 }

/** The action of both contact pages. */
export async function contactAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  side: ContactSide,
) {
  const form = await formOf(request)
  const parsed = contactInput.safeParse(Object.fromEntries(form))
  if (!parsed.success) return refused(form, { problems: problemsOf(parsed.error) }, 422)
  try {
    const wait = await consumeRateLimit(request, context, 'contact', HOURLY)
    if (wait)
      return refused(form, { notice: `You have sent many messages. ${wait.words}` }, 429, wait.headers)
    const { ticket } = await sendContactMessage(context.get(requestContext).ctx, { ...parsed.data, side })
    return data<ContactAnswer>({ ok: true, ticket })
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error
    return refused(form, { notice: NOT_SENT }, 503, { 'retry-after': '5' })
  }
}

const NOT_SENT =
  'We have a problem on our side, so your message wasn’t sent. It’s still here: please try again in a few minutes.'

function refused(
  form: FormData,
  { notice = null, problems = {} }: { notice?: string | null; problems?: ContactProblems },
  status: number,
  headers: Record<string, string> = {},
) {
  const values = { name: '', email: '', subject: '', message: '' }
  for (const field of CONTACT_FIELDS) values[field] = textOf(form, field)
  return data<ContactAnswer>({ ok: false, notice, problems, values }, { status, headers })
}

/** Of several problems of a field the first is told. */
function problemsOf(error: z.ZodError): ContactProblems {
  const problems: ContactProblems = {}
  for (const { path, message } of error.issues) {
    const field = CONTACT_FIELDS.find((name) => name === path[0])
    if (field) problems[field] ??= message
  }
  return problems
}
