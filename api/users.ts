import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { registerAccount } from '#api/auth.ts'
import { omitUnchanged } from '#api/closed-schema.ts'
import { BODY_ERRORS, body, errors, json, SESSION, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, idOf } from '#api/examples.ts'
import { signedIn } from '#api/guards.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys, snakeShape } from '#api/snake-case.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { changeAccount } from '#shop/customers/change-account.ts'
import { newAccountInput, profileInput } from '#shop/customers/input.ts'
import { findUser, type UserRecord } from '#shop/customers/users.read.ts'
import { isSelf } from '#shop/kernel/actor.ts'
import { may } from '#shop/kernel/permissions.ts'
import { STAFF_ROLES } from '#shop/kernel/staff-role.ts'

export const users = new OpenAPIHono<ApiEnv>()

const tags = ['users']
const own = { tags, middleware: signedIn, security: SESSION }
const params = z.object({ id: idOf('customer') })

const userJson = z
  .object({
    id: z.uuid(),
    email: z.string().nullable().describe('Null for a worker who joined without one'),
    full_name: z.string(),
    phone_number: z.string().nullable(),
    staff_role: z.enum(STAFF_ROLES).nullable().describe('Null for people who do not work for the shop'),
    is_admin: z.boolean().describe('True for every staff role'),
    is_worker: z.boolean(),
    referral_code: z.string().nullable(),
    referral_discount: z.number().nullable().describe('A percentage; null means the shop’s default'),
    created_at: timeJson,
  })
  .openapi('User')

function toUserJson(user: UserRecord): z.infer<typeof userJson> {
  return {
    id: user.id,
    email: user.email,
    full_name: user.fullName,
    phone_number: user.phoneNumber,
    staff_role: user.staffRole,
    is_admin: user.staffRole !== null,
    is_worker: user.isWorker,
    referral_code: user.referralCode,
    referral_discount: user.referralDiscount,
    created_at: user.createdAt.toISOString(),
  }
}

const registered = z
  .object({ email: z.string(), message: z.string() })
  .openapi('Registration', { description: 'The same whether or not the address was known' })

const register = createRoute({
  method: 'post',
  path: '/users',
  tags,
  summary: 'Create an account; a link sent by email verifies the address',
  description:
    'Sets a cookie that POST /auth/verify-email checks. The answer is the same whether or not the address has an account.',
  request: {
    body: body(z.object(snakeShape(newAccountInput.shape)).openapi('NewUser', { example: BODIES.NewUser })),
  },
  responses: { 201: json(registered, 'An email is on its way'), ...errors(429, ...BODY_ERRORS) },
})
users.openapi(register, async (c) => {
  const { email, full_name, password } = c.req.valid('json')
  const refusal = await registerAccount(c, { email, password, name: full_name })
  if (refusal) return refusal
  return c.json(
    { email, message: 'Please open the link in the email that we have sent to this address.' },
    201,
  )
})

const read = createRoute({
  ...own,
  method: 'get',
  path: '/users/{id}',
  summary: 'An account: your own, or any for owners and managers',
  request: { params },
  responses: { 200: json(userJson, 'The account'), ...errors(401, 404, 422) },
})
users.openapi(read, async (c) => {
  const { id } = c.req.valid('param')
  const { ctx, person } = c.var
  const user = isSelf(person, id) || may(person, 'people') ? await findUser(ctx.db, id) : null
  if (user) await recordView(ctx, { entity: 'user', entityId: user.id, personId: user.id })
  return user ? c.json(toUserJson(user), 200) : refuse(c, { reason: 'user_not_found' })
})

const changeBody = z
  .object({
    ...snakeShape(profileInput.shape),
    staff_role: z.enum(STAFF_ROLES).nullable(),
    is_worker: z.boolean(),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Please send at least one field to change')
  .openapi('UserChange', { description: 'Only owners may send staff_role', example: BODIES.UserChange })

const changeUser = createRoute({
  ...own,
  method: 'put',
  path: '/users/{id}',
  summary: 'Change an account: your own, or any for owners and managers',
  request: { params, body: body(changeBody, userJson) },
  responses: { 200: json(userJson, 'The account'), ...errors(401, 403, 404, 409, ...BODY_ERRORS) },
})
users.openapi(changeUser, async (c) => {
  const { ctx, person } = c.var
  const userId = c.req.valid('param').id
  if (!isSelf(person, userId) && !may(person, 'people')) return refuse(c, { reason: 'user_not_found' })
  const current = await findUser(ctx.db, userId)
  if (!current) return refuse(c, { reason: 'user_not_found' })
  // Only owners may change roles; everybody may send back what they read.
  const change = omitUnchanged(c.req.valid('json'), toUserJson(current), ['staff_role', 'is_worker'])
  const changed = await changeAccount(ctx, { userId, ...camelKeys(change) })
  if (!changed.ok) return refuse(c, changed)
  const user = await findUser(ctx.db, userId)
  return user ? c.json(toUserJson(user), 200) : refuse(c, { reason: 'user_not_found' })
})
