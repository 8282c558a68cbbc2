import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { registerAccount } from '#api/auth.ts'
import { omitUnchanged } from '#api/closed-schema.ts'
import { BODY_ERRORS, body, errors, json, SESSION, TOO_MANY, timeJson } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, idOf } from '#api/examples.ts'
import { signedIn } from '#api/guards.ts'
import { refuse } from '#api/refusals.ts'
import { camelKeys, snakeKeys, snakeShape } from '#api/snake-case.ts'
import { recordView } from '#shop/audit/record-access.ts'
import { changeAccount, updateProfile } from '#shop/customers/change-account.ts'
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
  return { ...snakeKeys(user), is_admin: user.staffRole !== null }
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
  responses: { 201: json(registered, 'An email is on its way'), ...errors(...BODY_ERRORS), ...TOO_MANY },
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

/** Answers with an account. The caller has checked that the actor may see it. */
async function answerWithUser<Env extends ApiEnv>(c: Context<Env>, id: string) {
  const user = await findUser(c.var.ctx.db, id)
  return user ? c.json(toUserJson(user), 200) : refuse(c, { reason: 'user_not_found' })
}

const readOwn = createRoute({
  ...own,
  method: 'get',
  path: '/users/me',
  operationId: 'getOwnUser',
  summary: 'Your account',
  responses: { 200: json(userJson, 'The account'), ...errors(401, 404) },
})
users.openapi(readOwn, (c) => answerWithUser(c, c.var.person.id))

const ownChangeBody = z
  .object(snakeShape(profileInput.shape))
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Please send at least one field to change')
  .openapi('OwnUserChange', { minProperties: 1, example: BODIES.OwnUserChange })

const changeOwn = createRoute({
  ...own,
  method: 'put',
  path: '/users/me',
  operationId: 'updateOwnUser',
  summary: 'Change your name or phone number',
  description: 'The email address, with which you sign in, cannot be changed.',
  request: { body: body(ownChangeBody, userJson) },
  responses: { 200: json(userJson, 'The account'), ...errors(401, 404, 409, ...BODY_ERRORS) },
})
users.openapi(changeOwn, async (c) => {
  const userId = c.var.person.id
  const changed = await updateProfile(c.var.ctx, { userId, ...camelKeys(c.req.valid('json')) })
  return changed.ok ? answerWithUser(c, userId) : refuse(c, changed)
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
  .openapi('UserChange', {
    description: 'Only owners may send staff_role',
    minProperties: 1,
    example: BODIES.UserChange,
  })

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
  const newFields = omitUnchanged(c.req.valid('json'), toUserJson(current), ['staff_role', 'is_worker'])
  const changed = await changeAccount(ctx, { userId, ...camelKeys(newFields) })
  return changed.ok ? answerWithUser(c, userId) : refuse(c, changed)
})
