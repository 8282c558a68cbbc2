import { followLink, linkLoaded, linkToken } from '#app/contact/emailed-link.server.ts'
import { EmailedLink, type LinkWords } from '#app/contact/emailed-link.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { leaveStockNotice, productOfLink } from '#shop/messages/stock-notices.ts'
import type { Route } from './+types/stock-notice-leave.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 404, post: 404 },
}

/** `product`: its name; null when the link does not work any more. */
function wordsFor(product: string | null): LinkWords {
  const what = product ?? 'it'
  return {
    title: product ? `Leave the list for ${product}` : 'Leave the list',
    question: `One click, and we won’t email you when ${what} is back in stock.`,
    button: 'Leave the list',
    done: `You’re off the list. We won’t email you about ${what}.`,
    again: 'If you’ve left the list already, you’ll get no email.',
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return linkLoaded(await productOfLink(shopCtx(context), linkToken(request), 'leave'))
}

export function action(sent: Route.ActionArgs) {
  return followLink(sent, async (ctx, token) => {
    const product = await productOfLink(ctx, token, 'leave')
    return { ok: await leaveStockNotice(ctx, token), product }
  })
}

export default function Leave({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData
  return <EmailedLink words={wordsFor(answer.product)} answer={answer} />
}
