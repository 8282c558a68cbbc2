import { data } from 'react-router'
import { SmallPage } from '#app/contact/emailed-link.tsx'
import { ButtonLink } from '#app/kit/button.tsx'
import { readFields } from '#app/kit/form-fields.ts'
import { shopCtx } from '#app/request/context.server.ts'
import { formOf, invalid, refuse, refusedBy } from '#app/request/form.server.ts'
import type { PageHandle } from '#app/request/page-handle.ts'
import { consumeRateLimit } from '#app/request/rate-limit.server.ts'
import { type NoticeAnswer, NoticeForm } from '#app/storefront/stock-notice-form.tsx'
import { HOUR_SECONDS } from '#shop/kernel/duration.ts'
import { stockNoticeInput } from '#shop/messages/input.ts'
import { requestStockNotice } from '#shop/messages/stock-notices.ts'
import type { Route } from './+types/stock-notice.ts'

export const handle: PageHandle = {
  title: null,
  search: 'noindex',
  access: { get: 200, post: 422 },
}

/** Counted per person. For visitors it is counted per network, which a household or office may share. */
const NOTICE_LIMIT = { max: 20, seconds: HOUR_SECONDS }

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = shopCtx(context)
  const form = await formOf(request)
  if (ctx.actor.kind === 'person') form.delete('email')
  const fields = readFields(stockNoticeInput, form)
  if (!fields.ok) return invalid(fields)
  const by = ctx.actor.kind === 'person' ? { person: ctx.actor.id } : 'network'
  const wait = await consumeRateLimit(request, context, 'stock-notice', NOTICE_LIMIT, by)
  const place = by === 'network' ? ' from here' : ''
  if (wait) return refuse(form, `Too many requests${place}. ${wait.words}`, 429, wait.headers)
  const { productId, email = null } = fields.value
  const notice = await requestStockNotice(ctx, { productId, email })
  if (!notice.ok) return refusedBy(notice, form)
  const { email: to, isConfirmed, product } = notice.value
  const message = isConfirmed
    ? `Done. We’ll send one email to ${to} when ${product.name} is back in stock.`
    : `Please confirm with the link we’ve just emailed to ${to}. Then you’ll get one email when ${product.name} is back in stock. If you’ve asked before, look for the first email, in the spam folder too.`
  return data<NoticeAnswer>({ ok: true, done: { message, productId: product.id } })
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders

/** The page to which the product's form leads without JavaScript. */
export default function StockNotice({ actionData }: Route.ComponentProps) {
  const productId = actionData?.ok ? actionData.done.productId : actionData?.values.productId
  return (
    <SmallPage title="Back in stock">
      {actionData?.ok || productId ? (
        <NoticeForm productId={productId ?? ''} answer={actionData} />
      ) : (
        <p className="text-lg">Ask on the page of a product that is out of stock.</p>
      )}
      <ButtonLink to={productId ? `/product/${productId}` : '/products'} look="line">
        {productId ? 'Back to the product' : 'Back to the shop'}
      </ButtonLink>
    </SmallPage>
  )
}
