/** The only place that writes endpoints and deliveries, besides the triggers that queue events. */
import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { WebhookEndpoints } from '#db/types.ts'
import type { Db } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { sealed } from '#shop/sealed-columns.sql.ts'
import { TEST_EVENT } from '#shop/webhooks/event.ts'
import { CLAIM_MS, PAUSE_MS } from '#shop/webhooks/webhook.ts'

type NewEndpoint = { url: string; description: string; kinds: string[]; signingSecret: string }

/** Inserts an endpoint and returns its id. Null if there are already `max` endpoints. */
export async function insertEndpoint(
  db: Db,
  endpoint: NewEndpoint & { createdBy: string; createdAt: Date },
  max: number,
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhook endpoints', 0))`.execute(db)
  const others = await db.selectFrom('webhookEndpoints').select('id').execute()
  if (others.length >= max) return null
  const id = randomUUID()
  await db
    .insertInto('webhookEndpoints')
    .values({ ...endpoint, id })
    .execute()
  return id
}

/** Locks and returns an endpoint; undefined if it does not exist. */
export async function lockEndpoint(db: Db, id: string) {
  if (!isUuid(id)) return undefined
  const columns = ['url', 'kinds', 'isActive'] as const
  const query = db.selectFrom('webhookEndpoints').select(columns).where('id', '=', id)
  return query.forNoKeyUpdate().executeTakeFirst()
}

export async function updateEndpoint(db: Db, id: string, values: Updateable<WebhookEndpoints>) {
  await db.updateTable('webhookEndpoints').set(values).where('id', '=', id).execute()
}

export async function deleteEndpoint(db: Db, id: string): Promise<void> {
  await db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
}

export async function insertTestDelivery(db: Db, endpointId: string, now: Date): Promise<void> {
  const event = { eventId: randomUUID(), kind: TEST_EVENT, data: JSON.stringify({ endpoint_id: endpointId }) }
  const delivery = { ...event, endpointId, createdAt: now, nextTryAt: now }
  await db.insertInto('webhookDeliveries').values(delivery).execute()
}

/** Makes a delivery due now. If it had ended, it gets all attempts again. Returns what it is about, or undefined. */
export async function requeueDelivery(db: Db, id: string, now: Date) {
  const attempts = sql<number>`case when next_try_at is null then 0 else attempts end`
  return db
    .updateTable('webhookDeliveries')
    .set({ attempts, nextTryAt: now, deliveredAt: null })
    .where('id', '=', id)
    .returning(['endpointId', 'eventId', 'kind'])
    .executeTakeFirst()
}

/** Claims endpoints with due deliveries for one process. Returns their ids. */
export async function claimDueEndpoints(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update webhook_endpoints set busy_until = ${new Date(now.getTime() + CLAIM_MS)}
    where id = any(array(
      select id from webhook_endpoints as endpoint
      where is_active and coalesce(busy_until <= ${now}, true) and exists (
        select from webhook_deliveries where endpoint_id = endpoint.id and next_try_at <= ${now})
      for no key update skip locked))
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

type Begun = { id: string; eventId: string; kind: string; data: string; createdAt: Date; attempts: number }

/** Begins an endpoint's next attempt and extends its claim. Undefined if nothing is due or the endpoint is off. */
export async function beginDelivery(db: Db, endpointId: string, now: Date) {
  const claimedUntil = new Date(now.getTime() + CLAIM_MS)
  const { rows } = await sql<Begun & { url: string; signingSecret: string | null }>`
    with delivery as (
      update webhook_deliveries set attempts = attempts + 1, next_try_at = ${claimedUntil} where id = (
        select id from webhook_deliveries where endpoint_id = ${endpointId} and next_try_at <= ${now}
          and exists (select from webhook_endpoints where id = ${endpointId} and is_active)
        order by next_try_at, created_at limit 1 for update skip locked)
      returning *)
    update webhook_endpoints as endpoint set busy_until = ${claimedUntil}
    from delivery where endpoint.id = delivery.endpoint_id
    returning delivery.id, event_id, kind, data, delivery.created_at, attempts, url,
      ${sealed('webhook_endpoints', 'signing_secret', 'endpoint')} as signing_secret`.execute(db)
  return rows[0]
}

type Outcome = { lastAnswer: string; nextTryAt: Date | null; deliveredAt: Date | null }

/** Stores the answer to an attempt, unless a later attempt has begun. */
export async function storeAnswer(db: Db, { id, attempts }: Begun, outcome: Outcome): Promise<void> {
  const query = db.updateTable('webhookDeliveries').set(outcome).where('id', '=', id)
  await query.where('attempts', '=', attempts).where('deliveredAt', 'is', null).execute()
}

/** Pauses an endpoint after a failure. Returns since when it has been failing; undefined if it is off. */
export async function pauseEndpoint(db: Db, id: string, now: Date): Promise<Date | undefined> {
  const failingSince = sql<Date>`coalesce(failing_since, ${now})`
  const query = db
    .updateTable('webhookEndpoints')
    .set({ failingSince, busyUntil: new Date(now.getTime() + PAUSE_MS) })
    .where('id', '=', id)
    .where('isActive', '=', true)
  return (await query.returning(failingSince.as('since')).executeTakeFirst())?.since
}
