import { followLink, linkLoaded, linkToken } from '#app/contact/emailed-link.server.ts'
import { EmailedLink, type LinkWords } from '#app/contact/emailed-link.tsx'
import { shopCtx } from '#app/request/context.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { confirmStockNotice, productOfLink } from '#shop/messages/stock-notices.ts'
import type { Route } from './+types/stock-notice-confirm.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 404, post: 404 },
}

/** `product`: its name; null when the link does not work any more. */
function wordsFor(product: string | null): LinkWords {
  const what = product ?? 'it'
  return {
    title: `Notify me when ${what} is back`,
    question: `One click, and we’ll send you one email when ${what} is back in stock.`,
    button: 'Yes, tell me',
    done: `Done. You’ll get one email when ${what} is back in stock.`,
    again: 'Ask again on the product’s page to get a fresh one.',
  }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  return linkLoaded(await productOfLink(shopCtx(context), linkToken(request), 'confirm'))
}

export function action(sent: Route.ActionArgs) {
  return followLink(sent, async (ctx, token) => {
    const product = await productOfLink(ctx, token, 'confirm')
    return { ok: (await confirmStockNotice(ctx, token)).ok, product }
  })
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? loaderData
  return <EmailedLink words={wordsFor(answer.product)} answer={answer} />
}
