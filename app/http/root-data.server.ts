import { hintFor } from '#app/http/account-hint.server.ts'
import type { RequestContext } from '#app/http/request-context.server.ts'

/** What every page needs to know; the same for everybody except `account`. */
export function rootData({ ctx, seller, mailbox }: RequestContext) {
  const { brand, origin, features } = ctx.config
  return {
    brand,
    origin,
    fssaiLicence: seller.fssaiLicence,
    isDemo: mailbox !== null,
    features,
    account: hintFor(ctx.actor),
  }
}
