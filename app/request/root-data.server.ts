import type { RootData } from '#app/frame/use-root-data.ts'
import type { RequestContext } from '#app/request/context.server.ts'
import { hintFor } from '#app/request/cookies.server.ts'

export function rootData({ ctx, seller, mailbox }: RequestContext): RootData {
  const { brand, origin, features, orderLimits } = ctx.config
  return {
    brand,
    origin,
    fssaiLicence: seller.fssaiLicence,
    isDemo: mailbox !== null,
    features,
    mostUnits: orderLimits.unitsPerProduct,
    account: hintFor(ctx.actor),
  }
}
