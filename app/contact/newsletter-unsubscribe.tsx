import { followLink } from '#app/contact/emailed-link.server.ts'
import { EmailedLink } from '#app/contact/emailed-link.tsx'
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

/** Also answers mail programs that unsubscribe by themselves (RFC 8058), which send no cookie. */
export function action(args: Route.ActionArgs) {
  const slug = new URL(args.request.url).searchParams.get('newsletter')
  return followLink(args, (ctx, token) => unsubscribeNewsletter(ctx, token, slug))
}

export default function Unsubscribe({ actionData }: Route.ComponentProps) {
  return <EmailedLink words={WORDS} answer={actionData} />
}
