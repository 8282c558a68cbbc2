import { hintFor } from '#app/http/account-hint.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'
import type { RootData } from '#app/ui/chrome/use-root-data.ts'

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
