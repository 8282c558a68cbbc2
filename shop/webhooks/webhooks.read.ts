import type { Db } from '#shop/ctx.ts'
import type { DeliverySearch } from '#shop/webhooks/webhook.ts'

export type ListedEndpoint = Awaited<ReturnType<typeof listEndpoints>>[number]

/** Lists endpoints without their secrets. */
export async function listEndpoints(db: Db) {
  const columns = ['id', 'url', 'description', 'kinds', 'isActive', 'failingSince'] as const
  return db.selectFrom('webhookEndpoints').select(columns).orderBy('createdAt').orderBy('id').execute()
}

export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>['deliveries'][number]

/** Returns one page of the deliveries, newest first. */
export async function listDeliveries(db: Db, { endpoint, state, page }: DeliverySearch, perPage: number) {
  let query = db
    .selectFrom('webhookDeliveries as delivery')
    .innerJoin('webhookEndpoints', 'webhookEndpoints.id', 'endpointId')
    .select(['delivery.id', 'eventId', 'kind', 'data', 'attempts', 'nextTryAt', 'lastAnswer', 'deliveredAt'])
    .select(['delivery.createdAt', 'url'])
  if (endpoint) query = query.where('endpointId', '=', endpoint)
  if (state) query = query.where('deliveredAt', state === 'delivered' ? 'is not' : 'is', null)
  if (state) query = query.where('nextTryAt', state === 'waiting' ? 'is not' : 'is', null)
  const sorted = query.orderBy('delivery.createdAt', 'desc').orderBy('delivery.id')
  const rows = await sorted
    .limit(perPage + 1)
    .offset((page - 1) * perPage)
    .execute()
  return { deliveries: rows.slice(0, perPage), hasMore: rows.length > perPage }
}
