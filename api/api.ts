import { OpenAPIHono } from '@hono/zod-openapi'
import { auditLog } from '#api/audit-log.ts'
import { auth } from '#api/auth.ts'
import { limitBody } from '#api/body-limit.ts'
import { cart } from '#api/cart.ts'
import { categories } from '#api/categories.ts'
import { contactMessages } from '#api/contact-messages.ts'
import { declareCrossSite, declareLimits } from '#api/contract.ts'
import { coupons } from '#api/coupons.ts'
import { demoMailbox } from '#api/demo-mailbox.ts'
import type { ApiDeps, ApiEnv } from '#api/deps.ts'
import { docs } from '#api/docs.ts'
import { notFound, onError, refuseInvalid } from '#api/failures.ts'
import { identified } from '#api/guards.ts'
import { declareUnknownParameters, rejectUnknownParameters } from '#api/known-parameters.ts'
import { newsletterSubscriptions } from '#api/newsletter-subscriptions.ts'
import { orderEvents } from '#api/order-events.ts'
import { orderInvoices } from '#api/order-invoices.ts'
import { orderRequests } from '#api/order-requests.ts'
import { orders } from '#api/orders.ts'
import { ownCart } from '#api/own-cart.ts'
import { paymentReturns } from '#api/payment-returns.ts'
import { payments } from '#api/payments.ts'
import { plainErrors } from '#api/plain-errors.ts'
import { products } from '#api/products.ts'
import { reviews } from '#api/reviews.ts'
import { users } from '#api/users.ts'
import { webhooks } from '#api/webhooks.ts'
import { workLogCounts } from '#api/work-log-counts.ts'
import { workLogPhotos } from '#api/work-log-photos.ts'
import { workLogs } from '#api/work-logs.ts'

/** The REST API, mounted at /api: the same use cases as the pages, in JSON. */
export function createApi(deps: ApiDeps) {
  plainErrors()
  const api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid })
  api.onError(onError)
  api.use(async (c, next) => {
    c.set('deps', deps)
    await next()
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })
  api.use(limitBody)
  api.route('/', auth)
  // Building the contract takes longer than the rest of the API, so it waits for the first request.
  let contract: ReturnType<typeof contractOf> | undefined
  api.get('/openapi.json', (c) => {
    contract ??= contractOf(api)
    return c.json(contract)
  })
  api.route('/', docs)
  for (const resource of [webhooks(deps.hasSandbox), paymentReturns]) api.route('/', resource)
  api.use(identified(deps))
  api.use(rejectUnknownParameters(api))
  for (const resource of [
    products,
    categories,
    ownCart,
    cart,
    coupons,
    orders,
    orderRequests,
    orderInvoices,
    orderEvents,
    payments,
    users,
    contactMessages,
    auditLog,
  ])
    api.route('/', resource)
  const { features } = deps
  if (features.reviews) api.route('/', reviews)
  if (features.newsletter) api.route('/', newsletterSubscriptions)
  if (features.programme)
    for (const resource of [workLogs, workLogCounts, workLogPhotos]) api.route('/', resource)
  if (deps.mailbox) api.route('/', demoMailbox)
  api.all('*', notFound)
  return api
}

/** The contract, generated from the schemas that check requests. */
function contractOf(api: OpenAPIHono<ApiEnv>) {
  api.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description:
      'Set by POST /auth/sign-in/email and POST /auth/verify-email; over https its name begins with __Secure-',
  })
  declareUnknownParameters(api)
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Shop API', version: '1', description: 'Amounts are rupees, times UTC.' },
    servers: [{ url: '/api' }],
  })
  declareCrossSite(document.paths)
  declareLimits(document.paths)
  return document
}
