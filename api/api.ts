import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { findTargetHandler } from 'hono/utils/handler'
import { accountDeletion } from '#api/account-deletion.ts'
import { addresses } from '#api/addresses.ts'
import { auditLog } from '#api/audit-log.ts'
import { auth } from '#api/auth.ts'
import { cart } from '#api/cart.ts'
import { fieldNames } from '#api/closed-schema.ts'
import {
  declareCrossSite,
  declareLimits,
  declareOperations,
  errors,
  LIMITED,
  SECURITY_SCHEMES,
} from '#api/contract.ts'
import { coupons } from '#api/coupons.ts'
import type { ApiDeps, ApiEnv } from '#api/deps.ts'
import { docs } from '#api/docs.ts'
import { invalid, onError, pictureTooLarge, refuseInvalid, tooLarge, wrongMethod } from '#api/failures.ts'
import { identifyActor, refuseTwoCredentials } from '#api/guards.ts'
import {
  declaredRoutes,
  pathInApi,
  requireJson,
  requireUtf8,
  routeName,
  routerPath,
} from '#api/media-type.ts'
import { contactMessages, demoMailbox, newsletterSubscriptions } from '#api/messages.ts'
import { orderEvents } from '#api/order-events.ts'
import { orderRequests } from '#api/order-requests.ts'
import { orders } from '#api/orders.ts'
import { ownWork } from '#api/own-work.ts'
import { paymentReturns, payments, webhooks } from '#api/payments.ts'
import { products } from '#api/products.ts'
import { recipes } from '#api/recipes.ts'
import { reviews } from '#api/reviews.ts'
import { secondFactor } from '#api/second-factor.ts'
import { users } from '#api/users.ts'
import { declareWebhooks } from '#api/webhook-events.ts'
import { workLogPhotos } from '#api/work-log-photos.ts'
import { workLogs } from '#api/work-logs.ts'
import { noteFields } from '#infra/logging/security-events.ts'
import { bodyLimit } from '#infra/rate-limits/body-limits.ts'
import { inWords } from '#shop/audit/words.ts'

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}

const FORMATS: Record<string, string> = {
  date: 'a day such as 2026-11-21',
  datetime: 'a time such as 2026-11-21T09:00:00Z',
  email: 'an email address',
  url: 'a web address',
  uuid: 'an id',
}

const TAKES_PICTURE = /\/(products\/[^/]+\/images|work-logs\/[^/]+\/photo)$/

/** Refuses bodies above the route's limit. The listener reads chunked bodies completely and adds Content-Length. */
export const limitBody = createMiddleware(async (c, next) => {
  // Paths begin with /api, except in tests that call the API without mounting it.
  const { maxBytes } = bodyLimit(c.req.path.replace(/^(\/api)?\//, '/api/'))
  if (Number(c.req.header('content-length') ?? 0) <= maxBytes) return next()
  return TAKES_PICTURE.test(c.req.path) ? pictureTooLarge(c) : tooLarge(c, maxBytes)
})

/** The REST API, mounted at /api: the same use cases as the pages, in JSON. */
export function createApi(deps: ApiDeps) {
  z.config({ localeError: describeIssue })
  const api = new OpenAPIHono<ApiEnv>({ defaultHook: refuseInvalid })
  api.onError(onError)
  api.use(async (c, next) => {
    c.set('deps', deps)
    await next()
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  })
  api.use(limitBody)
  api.use(refuseTwoCredentials)
  api.use(requireJson(api))
  api.use(requireUtf8)
  api.route('/', auth)
  // Building the contract takes longer than creating the API, so it is built on its first request.
  let contract: ReturnType<typeof contractOf> | undefined
  api.get('/openapi.json', etag(), (c) => {
    contract ??= contractOf(api)
    c.header('cache-control', 'public, max-age=0, must-revalidate')
    return c.json(contract)
  })
  api.route('/', docs)
  for (const resource of [webhooks(deps.hasSandbox), paymentReturns]) api.route('/', resource)
  api.use(identifyActor(deps))
  api.use(rejectUnknownParameters(api))
  for (const resource of [
    products,
    cart,
    coupons,
    orders,
    orderRequests,
    orderEvents,
    payments,
    users,
    addresses,
    accountDeletion,
    recipes,
    secondFactor,
    contactMessages,
    auditLog,
  ])
    api.route('/', resource)
  const { features } = deps
  if (features.reviews) api.route('/', reviews)
  if (features.newsletter) api.route('/', newsletterSubscriptions)
  if (features.programme) for (const resource of [workLogs, workLogPhotos, ownWork]) api.route('/', resource)
  if (deps.mailbox) api.route('/', demoMailbox)
  api.all('*', refuseMethod(api))
  return api
}

const TAGS = {
  accounts: 'Signing in and verifying an address',
  account: 'Your own account, addresses and deletion',
  users: 'Accounts and their roles',
  products: 'The catalogue',
  reviews: 'Reviews of products',
  recipes: 'Recipes',
  cart: 'The cart and its price',
  coupons: 'Coupon codes',
  orders: 'Orders, their documents, and requests to cancel or refund them',
  payments: 'Card payments',
  'work-logs': 'Tasks of the programme’s workers and their photos',
  messages: 'Contact messages and the newsletter',
  'audit log': 'Changes by staff',
  demo: 'Emails of the demonstration',
}

function contractOf(api: OpenAPIHono<ApiEnv>) {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    api.openAPIRegistry.registerComponent('securitySchemes', name, scheme)
  for (const route of declaredReads(api)) route.responses = { ...errors(422), ...route.responses }
  declareCredentials(api)
  declareRateLimits(api)
  declareWebhooks(api.openAPIRegistry)
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Shop API',
      version: '1',
      description: 'Amounts are rupees, times UTC. Texts contain no NUL and no unpaired surrogates.',
      contact: { name: 'The shop', url: '/contact' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  })
  declareOperations(document.paths)
  declareCrossSite(document.paths)
  declareLimits(document.paths)
  return document
}

/** Answers 405 with the allowed methods if the address exists for other methods, otherwise 404. */
function refuseMethod({ routes }: OpenAPIHono<ApiEnv>) {
  const addresses = routes
    .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
    .map(({ method, path }) => ({
      method,
      pattern: new RegExp(`^(/api)?${path.replace(/:\w+/g, '[^/]+')}$`),
    }))
  return (c: Context<ApiEnv>) => {
    const methods = addresses.flatMap(({ method, pattern }) => (pattern.test(c.req.path) ? [method] : []))
    return wrongMethod(c, [...new Set(methods)])
  }
}

/** Refuses undeclared parameters of GET routes with 422. Runs after `identifyActor`, so a 401 is reported first. */
function rejectUnknownParameters(api: OpenAPIHono<ApiEnv>) {
  let routes: Map<string, RouteConfig> | undefined
  return createMiddleware<ApiEnv>(async (c, next) => {
    routes ??= new Map(declaredReads(api).map((route) => [routerPath(route.path), route]))
    const reads = matchedRoutes(c).filter(({ method }) => method === 'GET')
    const route = reads.map((read) => routes?.get(pathInApi(read))).find((read) => read !== undefined)
    const { ctx, pinWorker, apiKey } = c.var
    const isVisitor = ctx.actor.kind === 'visitor' && !pinWorker && (!apiKey || apiKey === 'invalid')
    if (!route || (route.security && isVisitor)) return next()
    const accepted = parametersOf(route)
    const unknown = Object.keys(c.req.queries()).filter((name) => !accepted.includes(name))
    if (unknown.length === 0) return next()
    // Parameter names are the client's words, so they are not logged.
    noteFields({ query: 'unrecognized_keys' })
    return invalid(c, fieldsOf(unknown, accepted))
  })
}

/** Declares the 400 for two credentials, and the refusals of API keys on routes that accept keys. */
function declareCredentials(api: OpenAPIHono<ApiEnv>): void {
  for (const route of declaredRoutes(api).filter(({ path }) => !path.startsWith('/webhooks/'))) {
    const takesKeys = route.security?.some((scheme) => 'apiKey' in scheme)
    route.responses = { ...errors(400), ...(takesKeys && errors(401, 403)), ...route.responses }
  }
}

/** Declares the 429 of each route with a rate limit among its middleware. */
function declareRateLimits(api: OpenAPIHono<ApiEnv>): void {
  const limits = api.routes.filter(({ handler }) => 'isRateLimit' in findTargetHandler(handler))
  const limitedRoutes = new Set(limits.map(({ method, path }) => `${method} ${path}`))
  for (const route of declaredRoutes(api))
    if (limitedRoutes.has(routeName(route))) route.responses = { ...route.responses, ...LIMITED }
}

function declaredReads(api: OpenAPIHono<ApiEnv>): RouteConfig[] {
  return declaredRoutes(api).filter(({ method }) => method === 'get')
}

function parametersOf({ path, request }: RouteConfig): string[] {
  if (request?.query === undefined) return []
  if (request.query instanceof z.ZodObject) return Object.keys(request.query.shape)
  throw new TypeError(`the query schema of ${path} must be a z.object`)
}

function fieldsOf(unknown: readonly string[], accepted: readonly string[]): Record<string, string> {
  const names = accepted.length > 0 ? accepted.join(', ') : 'none'
  const message = (name: string) => `Unknown parameter '${name}'. Parameters of this address: ${names}`
  return Object.fromEntries(unknown.map((name) => [name, message(name)]))
}

function describeIssue(issue: z.core.$ZodRawIssue): string {
  const { path = [] } = issue
  const name = nameOf(path)
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return `${name} is missing`
      return `${name} must be ${KINDS[issue.expected] ?? 'of another kind'}`
    case 'too_big':
      return `${name} must ${sizeOf(issue.origin, `at most ${issue.maximum}`)}`
    case 'too_small':
      return `${name} must ${sizeOf(issue.origin, `at least ${issue.minimum}`)}`
    case 'invalid_format':
      return `${name} must be ${FORMATS[issue.format] ?? 'in the expected format'}`
    case 'invalid_value':
      return `${name} must be one of: ${issue.values.map(String).join(', ')}`
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      // failures.ts puts `Unknown field 'x'.` before this list of accepted fields.
      return `Fields of ${path.length > 0 ? path.join('.') : 'this body'}: ${fieldNames(issue.inst).join(', ')}`
    default:
      return `${name} has an invalid value`
  }
}

/** 'Postal code', 'Entry 3 of items', or 'The request' for the whole body. */
function nameOf(path: readonly PropertyKey[]): string {
  const field = path.findLast((part) => typeof part === 'string')
  const last = path.at(-1)
  if (field === undefined) return 'The request'
  return typeof last === 'number' ? `Entry ${last + 1} of ${inWords(field).toLowerCase()}` : inWords(field)
}

function sizeOf(origin: string, size: string): string {
  const isOne = /\b1$/.test(size)
  if (origin === 'string') return `have ${size} ${isOne ? 'character' : 'characters'}`
  return origin === 'array' ? `have ${size} ${isOne ? 'entry' : 'entries'}` : `be ${size}`
}
