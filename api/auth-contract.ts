import { createRoute, z } from '@hono/zod-openapi'
import { BODY_ERRORS, body, errors, json, TOO_MANY, timeJson } from '#api/contract.ts'
import { BODIES } from '#api/examples.ts'
import { newAccountInput } from '#shop/customers/input.ts'

const tags = ['accounts']
const { fullName, email, password } = newAccountInput.shape

const COOKIE = z.object({
  'Set-Cookie': z.string().openapi({ description: 'The session', example: 'better-auth.session_token=…' }),
  'Set-Auth-Token': z
    .string()
    .openapi({ description: 'The session, for Authorization: Bearer', example: 'V1cq0…%3D' }),
})

const token = z
  .string({ error: 'Please send the token of the emailed link' })
  .describe('The `token` in the address of the emailed link')

export const verificationBody = z
  .strictObject({ token, name: fullName.optional(), password: password.optional() })
  .openapi('EmailVerification', { example: BODIES.EmailVerification })

export const verificationRequestBody = z
  .strictObject({ email, callback_url: z.string().optional() })
  .openapi('VerificationRequest', { example: BODIES.VerificationRequest })

/** Signing in accepts any password, because only new passwords must follow the rules. */
export const signInBody = z
  .strictObject({
    email,
    password: z.string({ error: 'Password is required' }).min(1, 'Password is required'),
    callback_url: z.string().optional(),
    remember_me: z.boolean().optional(),
  })
  .openapi('SignIn', { example: BODIES.SignIn })

export const resetRequestBody = z
  .strictObject({ email })
  .openapi('PasswordResetRequest', { example: BODIES.PasswordResetRequest })

export const passwordResetBody = z
  .strictObject({ token, new_password: password })
  .openapi('PasswordReset', { example: BODIES.PasswordReset })

const account = z
  .object({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    email_verified: z.boolean(),
    image: z.null(),
    phone_number: z.string().nullable(),
    is_worker: z.boolean(),
    created_at: timeJson,
    updated_at: timeJson,
  })
  .openapi('SignedInAccount')

const verify = createRoute({
  method: 'post',
  path: '/auth/verify-email',
  operationId: 'verifyEmail',
  tags,
  summary: 'Verify an address with the token emailed to it, and sign in',
  description:
    'A client that still has the cookie of POST /users sends only `token`, with the `Origin` of the shop. Without that cookie the answer is 409 `password_needed`: send `name` and `password` too; they replace the registered ones. Each link works once, for one hour.',
  request: { body: body(verificationBody) },
  responses: {
    200: {
      ...json(z.object({ status: z.literal(true), user: account }), 'Verified, and signed in'),
      headers: COOKIE,
    },
    ...errors(401, 409, ...BODY_ERRORS),
    ...TOO_MANY,
  },
})

const sendVerification = createRoute({
  method: 'post',
  path: '/auth/send-verification-email',
  operationId: 'sendVerificationEmail',
  tags,
  summary: 'Send another verification link by email',
  description: 'The answer is the same whether or not there is an account to verify.',
  request: { body: body(verificationRequestBody) },
  responses: {
    200: json(
      z.object({ status: z.literal(true), message: z.string() }),
      'An email is on its way, if one is needed',
    ),
    ...errors(...BODY_ERRORS),
    ...TOO_MANY,
  },
})

const signIn = createRoute({
  method: 'post',
  path: '/auth/sign-in/email',
  operationId: 'signIn',
  tags,
  summary: 'Sign in with a password',
  description:
    'The session is a cookie and, for apps, the bearer token in Set-Auth-Token. 401 for a wrong password, an unknown address or an unverified address. With the right password, a new link is emailed to an unverified address.',
  request: { body: body(signInBody) },
  responses: {
    200: {
      ...json(z.object({ redirect: z.boolean(), url: z.string().optional(), user: account }), 'Signed in'),
      headers: COOKIE,
    },
    ...errors(401, ...BODY_ERRORS),
    ...TOO_MANY,
  },
})

const signOut = createRoute({
  method: 'post',
  path: '/auth/sign-out',
  operationId: 'signOut',
  tags,
  summary: 'End the session of the cookie or token, if there is one',
  responses: {
    200: json(z.object({ success: z.boolean() }), 'Signed out'),
    ...errors(400, 403, 415),
    ...TOO_MANY,
  },
})

const requestReset = createRoute({
  method: 'post',
  path: '/auth/request-password-reset',
  tags,
  operationId: 'requestPasswordReset',
  summary: 'Send a link for a new password by email',
  description:
    'Also for changing the password of a signed-in account. The answer is the same whether or not there is an account.',
  request: { body: body(resetRequestBody) },
  responses: {
    200: json(
      z.object({ status: z.literal(true), message: z.string() }),
      'An email is on its way, if there is an account',
    ),
    ...errors(...BODY_ERRORS),
    ...TOO_MANY,
  },
})

const resetPassword = createRoute({
  method: 'post',
  path: '/auth/reset-password',
  tags,
  operationId: 'resetPassword',
  summary: 'Set a new password with the token of the emailed link',
  description:
    'The link works once, for one hour. 400 `invalid_token` otherwise. All sessions of the account end.',
  request: { body: body(passwordResetBody) },
  responses: {
    200: json(z.object({ status: z.literal(true) }), 'The password is set'),
    ...errors(...BODY_ERRORS),
    ...TOO_MANY,
  },
})

/** The account library answers these (see auth.ts). */
export const ACCOUNT_ROUTES = [verify, sendVerification, signIn, signOut, requestReset, resetPassword]
