import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, rupeesJson, TOO_MANY, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, COUPON_CODE, IDS, idOf } from '#api/examples.ts'
import { invalid } from '#api/failures.ts'
import { responseShape, toJson } from '#api/field-json.ts'
import { alsoForKey, forKeys, staffWith } from '#api/guards.ts'
import { idCursor, limitQuery, linkHeader, page, withFilters } from '#api/lists.ts'
import { limited, limitedSearch } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys, snakeKeys, snakeShape } from '#api/snake-case.ts'
import { normalizeCode, withGuessLimit } from '#shop/coupons/code.ts'
import { COUPON_STATUSES, type Coupon, couponStatus, refuseAllCodes, toFields } from '#shop/coupons/coupon.ts'
import {
  COUPON_FIELDS,
  couponChangeInput,
  newCouponInput,
  PERCENTAGE_TOO_HIGH,
  START_AFTER_EXPIRY,
  startsAfterExpiry,
} from '#shop/coupons/coupon-fields.ts'
import { findPublic, findRecord, listCoupons } from '#shop/coupons/coupons.read.ts'
import { COUPON_FILTERS, type CouponRecord } from '#shop/coupons/listing.ts'
import { createCoupon, removeCoupon, updateCoupon } from '#shop/coupons/manage-coupons.ts'
import { readFilters } from '#shop/kernel/filters.ts'
import { toRupees } from '#shop/kernel/money.ts'
import { may } from '#shop/kernel/permissions.ts'

export const coupons = new OpenAPIHono<ApiEnv>()

const tags = ['coupons']
const staff = { tags, ...forKeys(['coupons'], staffWith('coupons')) }
/** One parameter for id and code, because all routes of `/coupons/{id}` must name it alike. */
const params = z.object({ id: idOf('coupon', 'The id, or the code in any case') })

const { maxUses, maxUsesPerCustomer, ...TERMS } = COUPON_FIELDS
const LIMITS = { maxUses, maxUsesPerCustomer }
const terms = { ...responseShape(TERMS), status: z.enum(COUPON_STATUSES) }

const staffFields = {
  id: z.uuid(),
  ...responseShape(LIMITS),
  current_uses: z.number().int().describe('Orders that use it and are not cancelled'),
  customer_id: z.uuid().nullable().describe('The only account that may use it'),
  revenue: rupeesJson.describe('Revenue of the orders that used it'),
  created_at: timeJson,
}

/** Shown to anyone who knows the code, unless the coupon is switched off or belongs to another customer. */
const couponTermsJson = z
  .object({ ...z.object(staffFields).partial().shape, ...terms })
  .openapi('CouponTerms', { description: 'Admins get all fields of a coupon' })

const couponJson = z.object({ ...staffFields, ...terms }).openapi('Coupon')

function toTermsJson(coupon: Coupon, now: Date): z.infer<typeof couponTermsJson> {
  return { ...toJson(TERMS, toFields(coupon)), status: couponStatus(coupon, now) }
}

function toCouponJson(coupon: CouponRecord, now: Date): z.infer<typeof couponJson> {
  const { id, currentUses, customerId, createdAt } = coupon
  return {
    ...snakeKeys({ id, currentUses, customerId, createdAt }),
    ...toTermsJson(coupon, now),
    ...toJson(LIMITS, coupon),
    revenue: toRupees(coupon.revenue),
  }
}

const list = createRoute({
  ...staff,
  middleware: [...staff.middleware, limitedSearch] as const,
  method: 'get',
  path: '/coupons',
  summary: 'All coupons, newest first (admin)',
  request: {
    query: withFilters(z.object({ limit: limitQuery, cursor: idCursor(IDS.coupon) }), COUPON_FILTERS, {}),
  },
  responses: {
    200: {
      ...json(z.array(couponJson), 'The coupons'),
      headers: linkHeader(`/coupons?cursor=${IDS.coupon}`),
    },
    ...errors(401, 403, 422),
  },
})
coupons.openapi(list, async (c) => {
  const { limit, cursor } = c.req.valid('query')
  const { db, now } = c.var.ctx
  const filters = readFilters(COUPON_FILTERS, new URL(c.req.url).searchParams)
  const found = await listCoupons(db, { ...filters, limit: limit + 1, after: cursor })
  return c.json(
    page(c, found, limit, (last) => last.id).map((coupon) => toCouponJson(coupon, now)),
    200,
  )
})

const read = createRoute({
  method: 'get',
  path: '/coupons/{id}',
  tags,
  summary: 'The terms of a coupon, by its code; for admins a coupon by its code or id',
  middleware: [limited('coupon', { limit: 20, windowSeconds: 60 }), alsoForKey('coupons')] as const,
  request: {
    params: z.object({
      id: z
        .string()
        .max(200)
        .openapi({ description: 'The code, in any case; for admins also the id', example: COUPON_CODE }),
    }),
  },
  responses: { 200: json(couponTermsJson, 'The coupon’s terms'), ...errors(404, 422), ...TOO_MANY },
})
coupons.openapi(read, async (c) => {
  const { db, actor, now, guesses } = c.var.ctx
  if (may(actor, 'coupons')) {
    const coupon = await findRecord(db, c.req.valid('param').id)
    return coupon ? c.json(toCouponJson(coupon, now), 200) : refuse(c, { reason: 'coupon_unknown' })
  }
  const customerId = actor.kind === 'person' ? actor.id : null
  const code = normalizeCode(c.req.valid('param').id)
  const found = await withGuessLimit(guesses, [code], async ({ waitSeconds, misses }) => {
    if (waitSeconds > 0) return waitSeconds
    const coupon = await findPublic(db, code, customerId)
    if (!coupon) misses.add(code)
    return coupon
  })
  if (typeof found === 'number') return refuse(c, refuseAllCodes(found))
  return found ? c.json(toTermsJson(found, now), 200) : refuse(c, { reason: 'coupon_unknown' })
})

const newBody = z
  .object(snakeShape(newCouponInput.shape))
  .refine((input) => input.discount_type !== 'percentage' || input.discount_value <= 100, {
    error: PERCENTAGE_TOO_HIGH,
    path: ['discount_value'],
  })
  .refine((input) => !startsAfterExpiry({ startDate: input.start_date, expiryDate: input.expiry_date }), {
    error: START_AFTER_EXPIRY,
    path: ['start_date'],
  })
  .openapi('NewCoupon', {
    description: 'A percentage is at most 100; the start is not after the expiry',
    example: BODIES.NewCoupon,
  })

const create = createRoute({
  ...staff,
  method: 'post',
  path: '/coupons',
  summary: 'Create a coupon (admin); its code is stored in upper case',
  request: { body: body(newBody) },
  responses: { 201: json(couponJson, 'The new coupon'), ...errors(401, 403, 404, 409, ...BODY_ERRORS) },
})
coupons.openapi(create, async (c) => {
  const { ctx } = c.var
  const created = await createCoupon(ctx, camelKeys(c.req.valid('json')))
  if (!created.ok) return refuse(c, created)
  const coupon = await findRecord(ctx.db, created.value.id)
  return coupon ? c.json(toCouponJson(coupon, ctx.now), 201) : refuse(c, { reason: 'coupon_not_found' })
})

const changeBody = z
  .object({ ...snakeShape(couponChangeInput.shape), code: z.string().max(200).optional() })
  .refine((change) => Object.keys(change).length > 0, 'Please send at least one field to change')
  .openapi('CouponChange', {
    description: 'The code may be sent, but can’t be changed',
    minProperties: 1,
    example: BODIES.CouponChange,
  })

const changeCoupon = createRoute({
  ...staff,
  method: 'put',
  path: '/coupons/{id}',
  summary: 'Change the given fields of a coupon (admin)',
  request: { params, body: body(changeBody, couponJson) },
  responses: { 200: json(couponJson, 'The coupon'), ...errors(401, 403, 404, 409, ...BODY_ERRORS) },
})
coupons.openapi(changeCoupon, async (c) => {
  const { ctx } = c.var
  const { code, ...input } = c.req.valid('json')
  const current = await findRecord(ctx.db, c.req.valid('param').id)
  if (!current) return refuse(c, { reason: 'coupon_not_found' })
  if (code !== undefined && normalizeCode(code) !== current.code)
    return invalid(c, { code: 'Coupon code cannot be changed' })
  const changed = await updateCoupon(ctx, { couponId: current.id, ...camelKeys(input) })
  if (!changed.ok) return refuse(c, changed)
  const coupon = await findRecord(ctx.db, current.id)
  return coupon ? c.json(toCouponJson(coupon, ctx.now), 200) : refuse(c, { reason: 'coupon_not_found' })
})

const removedJson = z
  .object({ id: z.uuid(), removed: z.enum(['deleted', 'switched_off']) })
  .openapi('RemovedCoupon')

const remove = createRoute({
  ...staff,
  method: 'delete',
  path: '/coupons/{id}',
  summary: 'Delete a coupon (admin), or switch it off if orders have used it',
  request: { params },
  responses: {
    200: json(removedJson, 'Whether it was deleted or switched off'),
    ...errors(401, 403, 404),
  },
})
coupons.openapi(remove, async (c) => {
  const { ctx } = c.var
  const coupon = await findRecord(ctx.db, c.req.valid('param').id)
  if (!coupon) return refuse(c, { reason: 'coupon_not_found' })
  const removed = await removeCoupon(ctx, coupon.id)
  return removed.ok ? c.json({ id: coupon.id, removed: removed.value }, 200) : refuse(c, removed)
})
