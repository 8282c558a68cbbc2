import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { BODY_ERRORS, body, errors, json, SESSION } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, IDS, idOf } from '#api/examples.ts'
import { signedIn } from '#api/guards.ts'
import { countedList, idCursor, limitQuery, pageOf } from '#api/lists.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys, snakeKeys, snakeShape } from '#api/snake-case.ts'
import { PIN_FITS, pinFitsState, shippingAddressFields } from '#shop/customers/address-input.ts'
import { removeAddress, saveAddress } from '#shop/customers/saved-addresses.ts'
import { listAddresses } from '#shop/customers/users.read.ts'

export const addresses = new OpenAPIHono<ApiEnv>()

const own = { tags: ['account'], middleware: signedIn, security: SESSION }
const params = z.object({ id: idOf('address') })

const addressJson = z
  .object({
    id: z.uuid(),
    full_name: z.string(),
    phone: z.string(),
    address_line1: z.string(),
    address_line2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    is_default: z.boolean(),
  })
  .openapi('SavedAddress')

const addressBody = z
  .object({
    ...snakeShape(shippingAddressFields),
    address_line2: shippingAddressFields.addressLine2.nullable(),
    is_default: z
      .boolean()
      .optional()
      .describe(
        'True makes this the default address. False does not end it: only another default address does',
      ),
  })
  .refine(...pinFitsState('postal_code'))
  .openapi('NewSavedAddress', { description: PIN_FITS, example: BODIES.NewSavedAddress })

/** Saves the address in the body and answers with it. Adds a new address if `id` is null. */
async function answerWithSaved<Env extends ApiEnv, Status extends 200 | 201>(
  c: Context<Env>,
  id: string | null,
  { is_default: makeDefault = false, ...address }: z.infer<typeof addressBody>,
  status: Status,
) {
  const { ctx } = c.var
  const saved = await saveAddress(ctx, { id, address: camelKeys(address), makeDefault })
  if (!saved.ok) return refuse(c, saved)
  const all = ctx.actor.kind === 'person' ? await listAddresses(ctx.db, ctx.actor.id) : []
  const found = all.find((each) => each.id === saved.value.id)
  return found ? c.json(snakeKeys(found), status) : refuse(c, { reason: 'address_not_found' })
}

const list = createRoute({
  ...own,
  method: 'get',
  path: '/users/me/addresses',
  operationId: 'listAddresses',
  summary: 'Your saved addresses, the default first',
  request: { query: z.object({ limit: limitQuery, cursor: idCursor(IDS.address) }) },
  responses: {
    200: countedList(addressJson, 'The addresses', `/users/me/addresses?cursor=${IDS.address}`),
    ...errors(401, 422),
  },
})
addresses.openapi(list, async (c) => {
  const { ctx, person } = c.var
  const saved = await listAddresses(ctx.db, person.id)
  return c.json(pageOf(c, saved, c.req.valid('query')).map(snakeKeys), 200)
})

const add = createRoute({
  ...own,
  method: 'post',
  path: '/users/me/addresses',
  operationId: 'createAddress',
  summary: 'Save an address, unless the same is saved already',
  request: { body: body(addressBody) },
  responses: { 201: json(addressJson, 'The address'), ...errors(401, 404, 409, ...BODY_ERRORS) },
})
addresses.openapi(add, (c) => answerWithSaved(c, null, c.req.valid('json'), 201))

const update = createRoute({
  ...own,
  method: 'put',
  path: '/users/me/addresses/{id}',
  operationId: 'updateAddress',
  summary: 'Replace a saved address, or make it the default',
  request: { params, body: body(addressBody, addressJson) },
  responses: { 200: json(addressJson, 'The address'), ...errors(401, 404, 409, ...BODY_ERRORS) },
})
addresses.openapi(update, (c) =>
  answerWithSaved(c, c.req.valid('param').id.toLowerCase(), c.req.valid('json'), 200),
)

const remove = createRoute({
  ...own,
  method: 'delete',
  path: '/users/me/addresses/{id}',
  operationId: 'deleteAddress',
  summary:
    'Remove a saved address. After the default is removed, the oldest remaining address is the default',
  request: { params },
  responses: {
    200: json(z.object({ id: z.uuid() }).openapi('RemovedAddress'), 'It is removed'),
    ...errors(401, 404, 422),
  },
})
addresses.openapi(remove, async (c) => {
  const id = c.req.valid('param').id.toLowerCase()
  const removed = await removeAddress(c.var.ctx, id)
  return removed.ok ? c.json({ id }, 200) : refuse(c, removed)
})
