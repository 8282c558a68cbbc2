import { createAuth } from '#infra/accounts/auth.ts'
import { openLeakedPasswords } from '#infra/accounts/leaked-passwords.ts'
import type { Settings } from '#infra/config/settings.ts'
import { stockEvents } from '#infra/database/listen.ts'
import type { Database } from '#infra/database/open.ts'
import type { Reads } from '#infra/database/reads.ts'
import { sealedFields, withSealedColumns } from '#infra/database/sealed-columns.ts'
import { demoMailbox } from '#infra/email/demo-mailbox.ts'
import { emailBudget } from '#infra/email/email-budget.ts'
import { smtpMailer, withDeduplication, withoutPlaceholders } from '#infra/email/mailer.ts'
import { remotePictures } from '#infra/files/fetch-picture.ts'
import { filesOf } from '#infra/files/file-store.ts'
import { createPictures } from '#infra/files/pictures.ts'
import { clamdScanner, withVirusScan } from '#infra/files/virus-scanner.ts'
import { createEncrypter } from '#infra/jobs/encrypted-data.ts'
import { startJobs } from '#infra/jobs/jobs.ts'
import { demoSecret, linkSigner, pinPeppers, sessionKeys } from '#infra/keys/key-ring.ts'
import { fieldSealer } from '#infra/keys/sealed-fields.ts'
import type { Log } from '#infra/logging/log.ts'
import { securityLog } from '#infra/logging/security-events.ts'
import type { Metrics } from '#infra/metrics/metrics.ts'
import { paymentGateways, sign } from '#infra/payments/gateways.ts'
import { razorpayGateway } from '#infra/payments/razorpay/razorpay-gateway.ts'
import { sandboxBank } from '#infra/payments/sandbox/sandbox-bank.ts'
import { sandboxGateway } from '#infra/payments/sandbox/sandbox-gateway.ts'
import { createPdfRenderer } from '#infra/pdf/pdf-renderer.ts'
import { guessLimiter } from '#infra/rate-limits/guess-limiter.ts'
import { networkOf } from '#infra/rate-limits/network.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { webhookSender } from '#infra/webhooks/webhook-sender.ts'
import { codeInCookie } from '#server/referral-link.ts'
import { recordMovedText } from '#shop/audit/record-moved-text.sql.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { Ctx, Db, ShopConfig } from '#shop/ctx.ts'
import { type Actor, VISITOR } from '#shop/kernel/actor.ts'
import type { CachedValue } from '#shop/kernel/cached-value.ts'
import { assignReferralCode, recordReferrer } from '#shop/referrals/assign-codes.ts'
import type { ProductSearch } from '#shop/search/product-search.ts'
import type { EditedTexts } from '#shop/texts/site-texts.read.ts'

/** Created once per process. `db` shows encrypted columns as plain values. */
export type Dependencies = Awaited<ReturnType<typeof createDependencies>>

type Sources = {
  database: Database
  reads: Reads
  sessionUrl: string
  productSearch: Pick<ProductSearch, 'find'>
  products: CachedValue<readonly Product[]>
  texts: CachedValue<EditedTexts>
  config: () => ShopConfig
}

export async function createDependencies(
  settings: Settings,
  { database, reads, sessionUrl, productSearch, products, texts, config }: Sources,
  log: Log,
  metrics: Metrics,
) {
  const now = () => new Date()
  const { pool } = database
  const { brand, rateLimits } = settings
  const onError = (error: Error) => log.error({ err: error }, 'job queue')
  const onScanError = (error: unknown) =>
    log.error({ err: error }, 'virus scanner unavailable: uploads are refused')
  const secrets = settings.authSecrets ?? ([await demoSecret(settings.dataDir)] as const)
  const [secret] = secrets
  const files = filesOf(settings)
  const fields = fieldSealer(secrets)
  const onRefused = movedTextReporter(database.db, log)
  const sealOptions = { sealer: fields, onRefused }
  const db = withSealedColumns(database.db, sealOptions)
  const budget = rateLimits ? emailBudget({ secret, now }) : null
  const jobs = await startJobs({ databaseUrl: sessionUrl, secrets, onError, budget })
  metrics.connect({ pool, queues: jobs.states })
  const mailbox = settings.demo ? demoMailbox(db, now) : null
  // The library's messages may contain input of any length.
  const reportAt = (level: 'error' | 'info') => (message: string, error: unknown) =>
    log[level]({ err: shortenError(error) }, `accounts: ${message.slice(0, MAX_LINE)}`)
  const origins = ownOrigins(settings)
  const limits = createRateLimiter(db, { enabled: rateLimits, now, secret })
  const onNewAccount = async (newcomerId: string, headers: Headers) => {
    await assignReferralCode({ db, brand }, newcomerId)
    const code = codeInCookie(headers.get('cookie') ?? '')
    const guesses = guessLimiter(limits, VISITOR, networkOf(headers.get('x-real-ip') ?? ''))
    if (code) await recordReferrer({ db, now: now(), guesses }, { newcomerId, code })
  }
  const callbacks = { onNewAccount, onError: reportAt('error'), onFaultyRequest: reportAt('info') }
  const leakFile = settings.leakedPasswordsFile
  const leaked = leakFile === null ? null : await openLeakedPasswords(leakFile)
  const auth = createAuth({ ...settings, pool, db, jobs, origins, secrets, limits, leaked, ...callbacks })
  // The sandbox signs with a secret that is derived from the shop's secret.
  const sandboxSecret = sign(secret, 'sandbox')
  const sandbox = settings.demo ? sandboxBank({ db, jobs, secret: sandboxSecret, now }) : null
  const stockChannel = stockEvents(pool, (error) =>
    log.warn({ err: error }, 'could not publish a stock change'),
  )
  const ports = {
    db,
    reads,
    jobs,
    stockEvents: {
      // Not awaited: the customer's next page must not wait for the announcement.
      stockChanged: () => {
        products.forget()
        stockChannel.stockChanged()
      },
    },
    files,
    pictures: settings.clamd
      ? withVirusScan(createPictures(), clamdScanner(settings.clamd), onScanError)
      : createPictures(),
    remotePictures: remotePictures({ hosts: settings.pictureHosts }),
    links: linkSigner(secrets, 'files'),
    cardKeys: linkSigner(secrets, 'cards'),
    phoneKeys: auth.phoneKeys,
    pinPeppers: pinPeppers(secrets),
    sealer: createEncrypter(secrets, { onRefused }),
    fields: sealedFields(sealOptions),
    payments: paymentsOf(settings, db, sandboxSecret),
  }
  const ctxFor = (actor: Actor): Ctx => ({
    ...ports,
    now: now(),
    actor,
    client: null,
    guesses: guessLimiter(limits, actor, ''),
    config: config(),
  })
  const smtp = () => smtpMailer({ ...settings.mail, url: settings.mail.smtpUrl ?? '' })
  const mailer = withoutPlaceholders(mailbox ?? withDeduplication(smtp(), db, now))
  return {
    settings,
    log,
    security: securityLog({ log, now }),
    db,
    fields,
    reads,
    jobs,
    auth,
    mailer,
    limits,
    metrics,
    mailbox,
    pdf: createPdfRenderer({
      files,
      onError: (error) =>
        log.error({ err: error }, 'could not store a PDF; it is rendered again for each download'),
    }),
    productSearch,
    products,
    texts,
    sessionKeys: sessionKeys(secrets),
    sandbox,
    webhooks: webhookSender(),
    origins,
    now,
    ctxFor,
  }
}

/** Returns a function that records encrypted values that were moved or changed. */
function movedTextReporter(db: Db, log: Log) {
  return (place: string) => {
    const [column, row] = place.split('/')
    log.error({ column, row }, 'an encrypted value was copied from another row')
    recordMovedText({ db, now: new Date() }, place).catch((error: unknown) =>
      log.error({ err: error }, 'could not record a copied encrypted value'),
    )
  }
}

function paymentsOf({ cards, takesCash, demo }: Settings, db: Db, secret: string) {
  const sandbox = demo ? sandboxGateway({ db, secret }) : null
  const razorpay =
    cards.razorpay && razorpayGateway({ credentials: cards.razorpay, baseUrl: cards.razorpay.url })
  return paymentGateways({ sandbox, razorpay, takesCards: cards.isOn, takesCash })
}

/** Demo mode accepts both localhost and 127.0.0.1. */
function ownOrigins({ origin, demo, port }: Settings): string[] {
  return demo ? [...new Set([origin, `http://localhost:${port}`, `http://127.0.0.1:${port}`])] : [origin]
}

const MAX_LINE = 300

function shortenError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error.slice(0, MAX_LINE) : undefined
  const { name, message, stack = '' } = error
  return { type: name, message: message.slice(0, MAX_LINE), stack: stack.slice(0, 4 * MAX_LINE) }
}
