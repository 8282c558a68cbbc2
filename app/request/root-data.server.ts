import type { RequestContext } from '#app/request/context.server.ts'
import { hintFor } from '#app/request/cookies.server.ts'
import type { RootData } from '#app/request/root-data.ts'

export function rootData({ ctx, pages, seller, mailbox }: RequestContext): RootData {
  const { brand, origin, features, orderLimits } = ctx.config
  return {
    brand,
    origin,
    fssaiLicence: seller.fssaiLicence,
    isDemo: mailbox !== null,
    closed: pages.closed(features),
    mostUnits: orderLimits.unitsPerProduct,
    account: hintFor(ctx.actor),
  }
}
