import { data } from 'react-router'
import { EmailedLink } from '#app/contact/newsletter-page.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { confirmStockNotice } from '#shop/messages/stock-notices.ts'
import type { Route } from './+types/stock-notice-confirm.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 200, post: 404 },
}

const WORDS = {
  title: 'Shall we tell you?',
  question: 'One click, and we’ll send you one email when it’s back in stock.',
  button: 'Yes, tell me',
  done: 'Done. You’ll get one email when it’s back in stock.',
  again: 'Ask again on the product’s page to get a fresh one.',
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const { ok } = await confirmStockNotice(shopCtx(context), token)
  return data({ ok }, { status: ok ? 200 : 404 })
}

export default function Confirm({ actionData }: Route.ComponentProps) {
  return <EmailedLink words={WORDS} answer={actionData} />
}
