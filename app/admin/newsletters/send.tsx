import { data } from 'react-router'
import { z } from 'zod'
import { previewOf, toNewsletter } from '#app/admin/newsletters/draft.server.ts'
import { SendPage } from '#app/admin/newsletters/send-page.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { formOf, invalid, refusedBy } from '#app/request/form.server.ts'
import { staffContext } from '#app/request/guards.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { DAY_MS } from '#shop/kernel/duration.ts'
import { missingIn, readMarkup } from '#shop/newsletters/markup.ts'
import { PROMISED_DAYS } from '#shop/newsletters/newsletter.ts'
import {
  countAudience,
  countSentLately,
  findNewsletter,
  findSentSince,
} from '#shop/newsletters/newsletters.read.ts'
import { sendNewsletter } from '#shop/newsletters/send-newsletter.ts'
import type { Route } from './+types/send.ts'

export const handle: PageHandle = {
  guard: 'newsletters',
  title: 'Send this newsletter?',
  feature: 'newsletter',
  access: { at: '/admin/dashboard/newsletters/{nothing}/send', get: 404, post: 422 },
}

/** The data of the confirmation page. A newsletter that has been sent is redirected to its results. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(staffContext)
  const { db, now } = ctx
  const newsletter = await findNewsletter(db, params.id)
  if (!newsletter) throw data(null, { status: 404 })
  const since = new Date(now.getTime() - PROMISED_DAYS * DAY_MS)
  const [recipients, earlier, again, preview] = await Promise.all([
    countAudience(db, newsletter, now),
    findSentSince(db, { since, except: newsletter.id }),
    countSentLately(db, newsletter, { since, now }),
    previewOf(ctx, newsletter),
  ])
  const { unknown } = readMarkup(newsletter.body)
  return { newsletter, recipients, earlier, again, preview, unknown, missing: missingIn(newsletter) }
}

const NOT_CONFIRMED = 'Please tick the box to confirm'

const sendForm = z.object({
  seenAt: z.coerce.number().int().min(0),
  recipients: z.coerce.number().int().min(0),
  confirmed: z.literal('on', { error: NOT_CONFIRMED }),
  despitePromise: z.string().default('').transform(Boolean),
})

/** Sends the newsletter, once. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const ctx = context.get(staffContext)
  const form = await formOf(request)
  const sent = readFields(sendForm, form)
  if (!sent.ok) return invalid(sent, 'Nothing was sent')
  const { seenAt, recipients, despitePromise } = sent.value
  const asked = { newsletterId: id, seenAt: new Date(seenAt), recipients, despitePromise }
  const begun = await sendNewsletter(ctx, asked)
  return begun.ok ? toNewsletter(id, 'sending') : refusedBy(begun, form)
}

export default function Send({ loaderData, actionData }: Route.ComponentProps) {
  return <SendPage {...loaderData} answer={actionData} />
}
