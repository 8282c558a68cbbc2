import { data } from 'react-router'
import { NewsletterPage } from '#app/contact/newsletter-page.tsx'
import type { NewsletterAnswer } from '#app/frame/footer.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf, invalid, refused } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { newsletterInput } from '#shop/messages/input.ts'
import { subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import type { Route } from './+types/newsletter.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  feature: 'newsletter',
  access: { get: 200, post: 422 },
}

/** Many people of a household or an office can share one network address. */
const HOURLY = { max: 20, seconds: HOUR_SECONDS }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const sent = readFields(newsletterInput, form)
  if (!sent.ok) return invalid(sent)
  const wait = await consumeRateLimit(request, context, 'newsletter', HOURLY)
  if (wait) return refused(form, `Too many sign-ups from here. ${wait.words}`, 429, wait.headers)
  await subscribeNewsletter(shopCtx(context), sent.value)
  const done = `Thank you for subscribing, ${sent.value.email}. Please confirm with the link we’ve just emailed you.`
  return data<NewsletterAnswer>({ ok: true, done })
}

/** The page after a post keeps the action's header: how long to wait. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return <NewsletterPage answer={actionData} />
}
