import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, inject } from 'vitest'
import { z } from 'zod'
import { SEARCH_SYNONYMS } from '#content/search-synonyms.ts'
import { firstSettingsOf } from '#infra/config/policy-settings.ts'
import { stockEvents } from '#infra/database/listen.ts'
import { openDatabase } from '#infra/database/open.ts'
import { sealedFields, withSealedColumns } from '#infra/database/sealed-columns.ts'
import type { EmailBudget } from '#infra/email/email-budget.ts'
import { folderFiles } from '#infra/files/file-store.ts'
import { createPictures } from '#infra/files/pictures.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { type JobQueue, startJobs } from '#infra/jobs/jobs.ts'
import { linkSigner, pinPeppers } from '#infra/keys/key-ring.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import { paymentGateways } from '#infra/payments/gateways.ts'
import { sandboxGateway } from '#infra/payments/sandbox/sandbox-gateway.ts'
import { guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { MAX_PER_LINE } from '#shop/carts/cart.ts'
import { listProducts } from '#shop/catalogue/products.read.ts'
import { ALL_FEATURES, type Ctx, type OrderLimits, type Seller } from '#shop/ctx.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import { NO_MONEY, rupees } from '#shop/kernel/money.ts'
import type { TaxPolicy } from '#shop/kernel/tax.ts'
import { createProductSearch } from '#shop/search/product-search.ts'
import { createSynonymLookup } from '#shop/search/synonyms.ts'
import { settingEnvironment } from '#shop/setting-fields.ts'
import type { DatabaseRequest, DatabaseResponse } from '#tests/database-setup.ts'
import { withDatabase } from '#tests/database-url.ts'

/** The time of all tests that do not set their own. */
export const NOW = new Date('2026-11-21T09:00:00Z')

/** The seller in tests. */
export const SELLER: Seller = {
  name: 'Testmill Foods',
  address: '12 Mill Road, Hubballi, Karnataka 580020',
  phone: null,
  email: 'help@shop.test',
  fssaiLicence: '10020011000001',
  gstin: '29AAACB1234C1ZB',
  state: 'Karnataka',
  grievanceOfficer: { name: 'Meera Rao', phone: null, email: 'help@shop.test' },
}

/** The shop's secret in tests. */
export const SECRET = 'a secret of at least thirty-two characters'

/** The tax policy of the demonstration. Tests of inclusive prices use their own. */
export const FLAT: TaxPolicy = { prices: 'flat', defaultRate: 1800 }

/** Tests of the order limits use their own. */
export const NO_ORDER_LIMITS: OrderLimits = {
  unitsPerProduct: MAX_PER_LINE,
  cash: rupees(1_000_000_000),
  cashForNew: rupees(1_000_000_000),
  openUnpaid: 1_000_000,
  openValueForNew: rupees(1_000_000_000),
  perHour: 1_000_000,
}

/** On a busy machine tests wait longer for a connection than the shop does. */
const CONNECT_TIMEOUT_MS = 60_000

export const SANDBOX_SECRET = 'the sandbox of the tests'

async function request(message: DatabaseRequest): Promise<{ url: string; name?: string }> {
  const socket = connect(inject('databaseServerSocket'))
  socket.write(JSON.stringify(message))
  const response = (await json(socket)) as DatabaseResponse
  if ('error' in response) throw new Error(`Cannot start the database server: ${response.error}`)
  return response
}

/** Returns the database server of this run. The first call starts it. */
export function testServer(): Promise<{ url: string }> {
  return request({})
}

/** Returns a queue that starts on its first use, because many test files send no job. */
function lazyJobQueue(start: () => Promise<JobQueue>): JobQueue {
  let started: Promise<JobQueue> | undefined
  const queue = () => {
    started ??= start()
    return started
  }
  return {
    send: async (...job) => (await queue()).send(...job),
    resetEmailBudget: async (...address) => (await queue()).resetEmailBudget(...address),
    deleteAbout: async (...about) => (await queue()).deleteAbout(...about),
    states: async () => (await queue()).states(),
    listUnfinished: async (...wanted) => (await queue()).listUnfinished(...wanted),
    listFailed: async () => (await queue()).listFailed(),
    retry: async (job) => (await queue()).retry(job),
    work: async (handlers) => (await queue()).work(handlers),
    stop: async () => (await started)?.stop(),
  }
}

/**
 * A database for this test file, copied from the template and dropped at its end. `ctx(actor)` is the use
 * cases' context: real database, real job queue, a fixed clock. With `worksJobs`, the queue accepts handlers.
 * `moved` lists the places of encrypted values that were copied from elsewhere. `productSearch` reads the catalogue
 * again when `catalogueVersion` grows; without one, at each search.
 */
export async function testDatabase(
  options: {
    poolSize?: number
    budget?: EmailBudget
    worksJobs?: boolean
    catalogueVersion?: () => number
  } = {},
) {
  const { url: serverUrl, name = '' } = await request({ reserve: true })
  const url = withDatabase(serverUrl, name)
  const onError = () => {}
  const database = openDatabase({
    url,
    poolSize: options.poolSize ?? 5,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onError,
  })
  const folder = await mkdtemp(join(tmpdir(), 'shop-files-'))
  const files = folderFiles(folder)
  const fields = fieldSealer([SECRET])
  const moved: string[] = []
  const opening = { sealer: fields, onRefused: (place: string) => void moved.push(place) }
  const db = withSealedColumns(database.db, opening)
  const jobs = lazyJobQueue(() =>
    startJobs({
      databaseUrl: url,
      secrets: [SECRET],
      onError,
      budget: options.budget ?? null,
      sendsOnly: !options.worksJobs,
    }),
  )
  afterAll(async () => {
    await jobs.stop()
    await rm(folder, { recursive: true })
    await database.close()
    await request({ drop: name })
  })
  const shipping = { fee: NO_MONEY, freeAbove: null }
  // Tests of offers switch them on.
  const offers = { firstOrderOffer: false, referralPercent: 20 }
  const config = {
    isDemo: true,
    brand: 'Testmill',
    origin: 'http://shop.test',
    shipping,
    taxes: FLAT,
    roundsCash: false,
    deliveryTimes: { ships: { min: 2, max: 3 }, metro: { min: 3, max: 5 }, elsewhere: { min: 5, max: 8 } },
    offers,
    orderLimits: NO_ORDER_LIMITS,
    cardHoldMinutes: 15,
    minHourlyRate: rupees(60),
    refundDays: 7,
    secondPerson: { refundsAbove: null, payoutsAbove: null },
    confirmRefundAbove: rupees(2_000),
    firstSettings: firstSettingsOf(z.object(settingEnvironment()).parse({})),
    features: ALL_FEATURES,
    seller: SELLER,
  }
  const sandbox = sandboxGateway({ db: database.db, secret: SANDBOX_SECRET })
  const payments = paymentGateways({ sandbox, razorpay: null, takesCards: true, takesCash: true })
  let searches = 0
  const productSearch = createProductSearch({
    version: options.catalogueVersion ?? (() => ++searches),
    isLost: () => false,
    load: () => listProducts(database.db),
    synonyms: createSynonymLookup(SEARCH_SYNONYMS),
    yieldToEventLoop: async () => {},
    clock: () => 0,
    onError,
  })
  const ctx = (actor: Actor = VISITOR, overrides: Partial<Ctx> = {}): Ctx => ({
    db,
    reads: { catalogue: db, figures: db },
    now: NOW,
    actor,
    client: null,
    guesses: guessLimiter(NO_RATE_LIMITS, actor, ''),
    jobs,
    stockEvents: stockEvents(database.pool, onError),
    files,
    pictures: createPictures(),
    remotePictures: { fetch: async () => ({ ok: false, reason: 'not_reached' }) },
    links: linkSigner([SECRET], 'files'),
    cardKeys: linkSigner([SECRET], 'cards'),
    phoneKeys: (userId) => linkSigner([SECRET], 'phones').signatures(userId),
    pinPeppers: pinPeppers([SECRET]),
    sealer: createEncrypter([SECRET], opening),
    fields: sealedFields(opening),
    payments,
    config,
    ...overrides,
  })
  return { productSearch, db, pool: database.pool, url, jobs, files, ctx, fields, moved }
}
