import { followLink } from '#app/contact/emailed-link.server.ts'
import { EmailedLink } from '#app/contact/emailed-link.tsx'
import type { PageHandle } from '#app/request/page-handle.ts'
import { confirmNewsletter } from '#shop/messages/newsletter-subscription.ts'
import type { Route } from './+types/newsletter-confirm.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  feature: 'newsletter',
  access: { get: 200, post: 404 },
}

const WORDS = {
  title: 'Confirm your subscription',
  question: 'One click and you’re on the list. One email a month at most.',
  button: 'Confirm my subscription',
  done: 'Your subscription is confirmed. You’ll get the next newsletter by email.',
  again: 'Sign up again below to get a fresh one.',
}

export function action(args: Route.ActionArgs) {
  return followLink(args, confirmNewsletter)
}

export default function Confirm({ actionData }: Route.ComponentProps) {
  return <EmailedLink words={WORDS} answer={actionData} />
}
