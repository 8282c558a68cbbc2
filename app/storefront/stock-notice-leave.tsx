import { data } from 'react-router'
import { EmailedLink } from '#app/contact/newsletter-page.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { leaveStockNotice } from '#shop/messages/stock-notices.ts'
import type { Route } from './+types/stock-notice-leave.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 200, post: 404 },
}

const WORDS = {
  title: 'Leave the list',
  question: 'One click, and we won’t email you when it’s back in stock.',
  button: 'Leave the list',
  done: 'You’re off the list. We won’t email you about it.',
  again: 'If you’ve left the list already, you’ll get no email.',
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const ok = await leaveStockNotice(shopCtx(context), token)
  return data({ ok }, { status: ok ? 200 : 404 })
}

export default function Leave({ actionData }: Route.ComponentProps) {
  return <EmailedLink words={WORDS} answer={actionData} />
}
