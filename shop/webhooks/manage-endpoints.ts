import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { recordAction } from '#shop/audit/audit.sql.ts'
import type { Ctx } from '#shop/ctx.ts'
import { isUuid } from '#shop/kernel/ids.ts'
import { may } from '#shop/kernel/permissions.ts'
import { err, ok } from '#shop/kernel/result.ts'
import { isFresh } from '#shop/kernel/strength.ts'
import { cleanText, cleanValue } from '#shop/kernel/text.ts'
import { inTransaction } from '#shop/transaction.ts'
import { TEST_EVENT, WEBHOOK_KINDS } from '#shop/webhooks/event.ts'
import { MAX_ENDPOINTS } from '#shop/webhooks/webhook.ts'
import {
  deleteEndpoint,
  insertEndpoint,
  insertTestDelivery,
  lockEndpoint,
  requeueDelivery,
  updateEndpoint,
} from '#shop/webhooks/webhooks.sql.ts'

const WRONG_URL = 'Please enter an https address with a public host name, without port and password.'

/**
 * True for an https URL whose host is a name with a dot. Private addresses are refused at sending, since a name can
 * change its address.
 */
function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  const isName = /[a-z]$/.test(hostname) && hostname.includes('.')
  return isName && protocol === 'https:' && port === '' && username === '' && password === ''
}

export const endpointInput = z.object({
  url: z.string().overwrite(cleanValue).max(500, WRONG_URL).refine(isWebhookUrl, WRONG_URL),
  description: z.string().overwrite(cleanText).max(200, 'Please use at most 200 characters.').default(''),
  kinds: z.array(z.enum(WEBHOOK_KINDS)).min(1, 'Please choose at least one event.'),
})

/** Adds an endpoint. Returns its secret, which cannot be read later. */
export async function addEndpoint(ctx: Ctx, input: z.output<typeof endpointInput>) {
  const { actor, now } = ctx
  if (!may(actor, 'webhooks')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const secret = newSecret()
    const endpoint = { ...input, signingSecret: secret, createdBy: actor.id, createdAt: now }
    const id = await insertEndpoint(db, endpoint, MAX_ENDPOINTS)
    if (!id) return err('too_many_endpoints')
    await recordAction(db, ctx, 'create', 'webhook', id, null, withHost(input))
    return ok({ id, secret })
  })
}

/** Changes address, description and events of an endpoint. Waiting messages go to the new address. */
export async function changeEndpoint(
  ctx: Ctx,
  { id, url, description, kinds }: z.output<typeof endpointInput> & { id: string },
) {
  if (!may(ctx.actor, 'webhooks')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const endpoint = await lockEndpoint(db, id)
    if (!endpoint) return err('endpoint_not_found')
    await updateEndpoint(db, id, { url, description, kinds, failingSince: null, busyUntil: null })
    const after = withHost({ ...endpoint, url, kinds })
    await recordAction(db, ctx, 'update', 'webhook', id, withHost(endpoint), after)
    return ok(null)
  })
}

/** Replaces the secret, also for waiting messages. Returns the new secret, which cannot be read later. */
export async function changeSecret(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'webhooks')) return err('not_allowed')
  if (!isFresh(ctx)) return err('factor_stale')
  return inTransaction(ctx, async (db) => {
    const endpoint = await lockEndpoint(db, id)
    if (!endpoint) return err('endpoint_not_found')
    const secret = newSecret()
    await updateEndpoint(db, id, { signingSecret: secret })
    await recordAction(db, ctx, 'change webhook secret', 'webhook', id, null, withHost(endpoint))
    return ok({ secret })
  })
}

/** Switches an endpoint on or off. While it is off, its messages wait and new events are not queued for it. */
export async function switchEndpoint(ctx: Ctx, { id, isActive }: { id: string; isActive: boolean }) {
  if (!may(ctx.actor, 'webhooks')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const endpoint = await lockEndpoint(db, id)
    if (!endpoint) return err('endpoint_not_found')
    await updateEndpoint(db, id, { isActive, failingSince: null, busyUntil: null })
    const action = isActive ? 'switch on' : 'switch off'
    await recordAction(db, ctx, action, 'webhook', id, { isActive: endpoint.isActive }, { isActive })
    return ok(null)
  })
}

/** Removes an endpoint with its messages. */
export async function removeEndpoint(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'webhooks')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const endpoint = await lockEndpoint(db, id)
    if (!endpoint) return err('endpoint_not_found')
    await deleteEndpoint(db, id)
    await recordAction(db, ctx, 'delete', 'webhook', id, withHost(endpoint), null)
    return ok(null)
  })
}

/** Queues a test event for an endpoint that is switched on. */
export async function sendTestEvent(ctx: Ctx, id: string) {
  if (!may(ctx.actor, 'webhooks')) return err('not_allowed')
  return inTransaction(ctx, async (db) => {
    const endpoint = await lockEndpoint(db, id)
    if (!endpoint) return err('endpoint_not_found')
    if (!endpoint.isActive) return err('endpoint_off')
    await insertTestDelivery(db, id, ctx.now)
    await updateEndpoint(db, id, { busyUntil: null })
    await recordAction(db, ctx, 'send test event', 'webhook', id, null, { event: TEST_EVENT })
    return ok(null)
  })
}

/** Makes a delivery due now, even if it was delivered. It keeps its id, so that receivers can ignore repeats. */
export async function resendDelivery(ctx: Ctx, deliveryId: string) {
  if (!may(ctx.actor, 'webhooks')) return err('not_allowed')
  if (!isUuid(deliveryId)) return err('delivery_not_found')
  return inTransaction(ctx, async (db) => {
    const delivery = await requeueDelivery(db, deliveryId, ctx.now)
    if (!delivery) return err('delivery_not_found')
    const { endpointId: id, kind: event, eventId } = delivery
    if (!(await lockEndpoint(db, id))?.isActive) return err('endpoint_off')
    await updateEndpoint(db, id, { busyUntil: null })
    await recordAction(db, ctx, 'send event again', 'webhook', id, null, { event, eventId })
    return ok(null)
  })
}

/** Returns a new secret. Standard Webhooks requires 24 to 64 bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Returns the values for the log with only the host, because the path of a URL may be a secret of the receiver. */
function withHost<Endpoint extends { url: string }>(endpoint: Endpoint) {
  return { ...endpoint, host: new URL(endpoint.url).host }
}
