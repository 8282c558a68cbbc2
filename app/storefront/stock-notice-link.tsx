import { data } from 'react-router'
import { followLink, linkToken } from '#app/contact/emailed-link.server.ts'
import { EmailedLink, type LinkWords } from '#app/contact/emailed-link.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { confirmStockNotice, leaveStockNotice, productOfLink } from '#shop/messages/stock-notices.ts'
import type { Route } from './+types/stock-notice-link.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 404, post: 404 },
}

type Purpose = 'confirm' | 'leave'

const WORDS: Readonly<Record<Purpose, (product: string | null) => LinkWords>> = {
  confirm: (product) => ({
    title: `Notify me when ${product ?? 'it'} is back`,
    question: `One click, and we’ll send you one email when ${product ?? 'it'} is back in stock.`,
    button: 'Yes, tell me',
    done: `Done. You’ll get one email when ${product ?? 'it'} is back in stock.`,
    again: 'Ask again on the product’s page to get a fresh one.',
  }),
  leave: (product) => ({
    title: product ? `Leave the list for ${product}` : 'Leave the list',
    question: `One click, and we won’t email you when ${product ?? 'it'} is back in stock.`,
    button: 'Leave the list',
    done: `You’re off the list. We won’t email you about ${product ?? 'it'}.`,
    again: 'If you’ve left the list already, you’ll get no email.',
  }),
}

function purposeOf(pattern: string): Purpose {
  return pattern.endsWith('/leave') ? 'leave' : 'confirm'
}

export async function loader({ request, pattern, context }: Route.LoaderArgs) {
  const purpose = purposeOf(pattern)
  const product = await productOfLink(shopCtx(context), linkToken(request), purpose)
  return product === null
    ? data({ purpose, product, ok: false }, { status: 404 })
    : { purpose, product, ok: undefined }
}

export function action(args: Route.ActionArgs) {
  const purpose = purposeOf(args.pattern)
  return followLink(args, async (ctx, token) => {
    const product = await productOfLink(ctx, token, purpose)
    const ok =
      purpose === 'leave' ? await leaveStockNotice(ctx, token) : (await confirmStockNotice(ctx, token)).ok
    return { ok, product }
  })
}

export default function StockNoticeLink({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData
  return <EmailedLink words={WORDS[loaderData.purpose](answer.product)} answer={answer} />
}
