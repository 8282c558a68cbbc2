import { data } from 'react-router'
import { NewsletterPage } from '#app/contact/newsletter-page.tsx'
import { checkForm, textOf } from '#app/kit/form-fields.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { newsletterInput } from '#shop/messages/input.ts'
import { subscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import type { Route } from './+types/newsletter.ts'

export const handle: PageHandle = {
  search: 'noindex',
  feature: 'newsletter',
  access: { get: 200, post: 422 },
}

/** A household, an office: many people can share one address. */
const HOURLY = { most: 20, seconds: 3600 }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await formOf(request)
  const typed = textOf(form, 'email')
  const checked = checkForm(newsletterInput, form)
  if (!checked.ok) return data({ ok: false, message: checked.problem.message, typed }, { status: 422 })
  const wait = await consumeRateLimit(request, context, 'newsletter', HOURLY)
  if (wait) {
    return data(
      { ok: false, message: `Too many sign-ups from here. ${wait.words}`, typed },
      { status: 429, headers: wait.headers },
    )
  }
  await subscribeNewsletter(shopCtx(context), checked.value)
  const message = `Thank you for subscribing, ${checked.value.email}. Please confirm with the link we’ve just emailed you.`
  return data({ ok: true, message, typed: '' })
}

/** The page after a post keeps the action's header: how long to wait. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function Newsletter({ actionData }: Route.ComponentProps) {
  return <NewsletterPage email={actionData?.typed ?? ''} {...(actionData && { answer: actionData })} />
}
