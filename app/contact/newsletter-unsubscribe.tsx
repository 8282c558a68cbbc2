import { data } from 'react-router'
import { EmailedLink } from '#app/contact/newsletter-page.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { unsubscribeNewsletter } from '#shop/messages/newsletter-subscription.ts'
import type { Route } from './+types/newsletter-unsubscribe.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 200, post: 404 },
}

const WORDS = {
  title: 'Unsubscribe from the newsletter',
  question: 'One click and we’ll stop sending it. Emails about your orders still come.',
  button: 'Unsubscribe',
  done: 'You’re unsubscribed. We won’t send you the newsletter any more.',
  again: 'Sign up again below to get a fresh one.',
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { ok } = await unsubscribeNewsletter(shopCtx(context), token)
  return data({ ok }, { status: ok ? 200 : 404 })
}

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  return <EmailedLink words={WORDS} answer={actionData} />
}
