import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, SESSION, TOO_MANY } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { BODIES, DELETION_TOKEN } from '#api/examples.ts'
import { tooMany } from '#api/failures.ts'
import { signedIn } from '#api/guards.ts'
import { limitedDeletionLinks } from '#api/rate-limit.ts'
import { refuse } from '#api/refusals.ts'
import { obstaclesText } from '#shop/privacy/account-deletion.ts'
import { deleteAccount, requestDeletionLink } from '#shop/privacy/delete-account.ts'

export const accountDeletion = new OpenAPIHono<ApiEnv>()

const tags = ['account']

const askLink = createRoute({
  method: 'post',
  path: '/users/me/deletion-link',
  operationId: 'createDeletionLink',
  tags,
  summary: 'Email a link that deletes your account, if you have no password',
  middleware: [signedIn, limitedDeletionLinks] as const,
  security: SESSION,
  responses: {
    202: json(z.object({ sent: z.literal(true) }).openapi('DeletionLink'), 'An email is on its way'),
    ...errors(401),
  },
})
accountDeletion.openapi(askLink, async (c) => {
  const requested = await requestDeletionLink(c.var.ctx)
  return requested.ok ? c.json({ sent: true as const }, 202) : refuse(c, requested)
})

const deletionBody = z
  .object({
    password: z.string().min(1).max(200).optional(),
    token: z
      .string()
      .max(200)
      .optional()
      .openapi({ description: 'The `token` in the address of the emailed link', example: DELETION_TOKEN }),
  })
  .refine(({ password, token }) => (password === undefined) !== (token === undefined), {
    error: 'Please send either password or token',
  })
  .openapi('AccountDeletion', { minProperties: 1, maxProperties: 1, example: BODIES.AccountDeletion })

const remove = createRoute({
  method: 'post',
  path: '/users/me/deletion',
  operationId: 'deleteAccount',
  tags,
  summary: 'Delete your account, with the password or the token of an emailed link',
  description:
    'It cannot be undone. 409 `account_in_use` while orders, refunds or tasks are open, and for staff. All sessions end.',
  middleware: signedIn,
  security: SESSION,
  request: { body: body(deletionBody) },
  responses: {
    200: json(z.object({ deleted: z.literal(true) }).openapi('DeletedAccount'), 'The account is deleted'),
    ...errors(401, 403, 409, ...BODY_ERRORS),
    ...TOO_MANY,
  },
})
accountDeletion.openapi(remove, async (c) => {
  const { ctx, deps, person } = c.var
  const { password, token } = c.req.valid('json')
  if (password !== undefined) {
    const { headers } = c.req.raw
    const checked = await deps.checkPassword({ id: person.id, email: person.email, password, headers })
    if (!checked.ok)
      return 'wait' in checked ? tooMany(c, String(checked.wait)) : refuse(c, { reason: 'password_wrong' })
  }
  const deleted = await deleteAccount(ctx, token === undefined ? { by: 'password' } : { by: 'link', token })
  if (deleted.ok) return c.json({ deleted: true as const }, 200)
  if (deleted.reason !== 'account_in_use') return refuse(c, deleted)
  return refuse(c, { reason: deleted.reason, message: obstaclesText(deleted.obstacles) })
})
