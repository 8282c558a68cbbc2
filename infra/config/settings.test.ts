import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '#infra/config/settings.ts'
import { providerOrigins } from '#infra/config/sign-in-settings.ts'
import { FEATURES } from '#shop/ctx.ts'
import { envName, SETTING_NAMES } from '#shop/setting-fields.ts'
import { policiesOf } from '#shop/settings/policies.ts'

const NEEDED = {
  DATABASE_URL: 'postgres://shop@db/shop?sslmode=verify-full',
  ORIGIN: 'https://shop.example/',
  AUTH_SECRET: 'x'.repeat(32),
  ADMIN_EMAIL: 'Owner@Shop.Example',
  SMTP_URL: 'smtps://user:pass@mail.example:465',
  MAIL_FROM: 'Shop <orders@shop.example>',
  SUPPORT_EMAIL: 'help@shop.example',
  SELLER_NAME: 'Field Foods Private Limited',
  SELLER_ADDRESS: '12 Mill Road, Hubballi, Karnataka 580020',
  SELLER_GSTIN: '29AAACB1234C1ZB',
  SELLER_STATE: 'Karnataka',
  GRIEVANCE_OFFICER: 'Lata Desai',
}
const REAL = { ...NEEDED, PRICES: 'inclusive', CARD_PAYMENTS: 'off' }
const KEYS = { RAZORPAY_KEY_ID: 'rzp', RAZORPAY_KEY_SECRET: 'key', RAZORPAY_WEBHOOK_SECRET: 'hook' }

function problems(env: Record<string, string>): string[] {
  const read = readSettings(env)
  return read.ok ? [] : read.problems
}

describe('settings', () => {
  it('are all optional in demo mode', () => {
    const read = readSettings({})
    expect(read.ok && read.settings).toMatchObject({
      demo: true,
      origin: 'http://127.0.0.1:3000',
      dataDir: '.data',
      brand: 'Cultiva',
      firstSettings: { shippingFee: 0, shippingFreeAbove: null, firstOrderOffer: true, referralPercent: 20 },
    })
  })

  it('describe a real shop if DATABASE_URL is set', () => {
    const read = readSettings(REAL)
    expect(read.ok && read.settings).toMatchObject({
      demo: false,
      origin: 'https://shop.example',
      adminEmail: 'owner@shop.example',
    })
  })

  it('use Razorpay if all of its keys are set, use the sandbox if none is, and refuse a part of the keys', () => {
    const cardsOf = (env: Record<string, string>) => {
      const read = readSettings(env)
      return read.ok && read.settings.cards
    }
    expect(cardsOf({})).toEqual({ isOn: true, holdMinutes: 15, razorpay: null })
    expect(cardsOf({ ...KEYS, CARD_PAYMENTS: 'off', CARD_HOLD_MINUTES: '30' })).toEqual({
      isOn: false,
      holdMinutes: 30,
      razorpay: { keyId: 'rzp', keySecret: 'key', webhookSecret: 'hook', url: 'https://api.razorpay.com' },
    })
    for (const missing of Object.keys(KEYS)) {
      const found = problems({ ...KEYS, [missing]: '' })
      expect(found).toEqual([`${missing}: must be set when another setting of Razorpay is set`])
    }
  })

  it.each([
    ['', 0],
    ['off', 0],
    ['on', 1],
    ['2', 2],
  ])('count the trusted proxies of %s', (written, proxies) => {
    const read = readSettings({ TRUST_PROXY: written })
    expect(read.ok && read.settings.trustedProxies).toBe(proxies)
  })

  it('refuse card payments in a real shop without a payment provider', () => {
    const { GRIEVANCE_OFFICER: _, CARD_PAYMENTS: _cards, ...lacking } = REAL
    const needed = Object.keys(KEYS).map(
      (name) => `${name}: must be set when DATABASE_URL is set, or set CARD_PAYMENTS=off`,
    )
    const { CARD_PAYMENTS: _off, ...cards } = REAL
    expect(problems(cards)).toEqual(needed)
    expect(problems({ ...cards, RAZORPAY_KEY_ID: '', CARD_PAYMENTS: 'on' })).toEqual(needed)
    expect(problems(lacking)).toEqual([...needed, 'GRIEVANCE_OFFICER: must be set when DATABASE_URL is set'])
    expect(problems(REAL)).toEqual([])
    expect(problems({ ...NEEDED, ...KEYS, PRICES: 'inclusive' })).toEqual([])
  })

  it('switch off features one by one', () => {
    const off = (name: string) => {
      const read = readSettings({ [name]: 'off' })
      if (!read.ok) return read.problems
      const { features } = read.settings
      return FEATURES.filter((feature) => !features[feature])
    }
    expect(['NEWSLETTER', 'REVIEWS', 'HYDRATION', 'WORKER_PROGRAMME'].map(off)).toEqual(
      FEATURES.map((feature) => [feature]),
    )
  })

  it('require PRICES in a real shop, and default to flat prices with 18% in demo mode', () => {
    for (const prices of ['', 'flat']) {
      expect(problems({ ...REAL, PRICES: prices })).toEqual([
        expect.stringMatching(/^PRICES: must be inclusive or exclusive .* consumers at prices that contain/),
      ])
    }
    expect(problems({ ...REAL, PRICES: 'exclusive' })).toEqual([])
    expect(problems({ PRICES: 'net' })).toEqual([expect.stringMatching(/^PRICES: /)])
    expect(problems({ DEFAULT_GST_PERCENT: '500' })).toEqual([
      expect.stringMatching(/^DEFAULT_GST_PERCENT: /),
    ])
    const taxes = (env: Record<string, string>) => {
      const read = readSettings(env)
      return read.ok && read.settings.taxes
    }
    expect(taxes({})).toEqual({ prices: 'flat', defaultRate: 1800 })
    expect(taxes({ ...REAL, DEFAULT_GST_PERCENT: '5' })).toEqual({ prices: 'inclusive', defaultRate: 500 })
  })

  it('refuse to switch off every way to pay', () => {
    const read = readSettings({ CASH_ON_DELIVERY: 'off' })
    expect(read.ok && read.settings.takesCash).toBe(false)
    expect(problems({ CASH_ON_DELIVERY: 'off', CARD_PAYMENTS: 'off' })).toEqual([
      'CASH_ON_DELIVERY: cannot be off while CARD_PAYMENTS is off: there would be no way to pay',
    ])
  })

  it('refuse a replica without DATABASE_URL', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://shop@replica/shop?sslmode=verify-full' }
    const read = readSettings({ ...REAL, ...replica })
    expect(read.ok && read.settings.databaseReplicaUrl).toBe(replica.DATABASE_REPLICA_URL)
    expect(problems(replica)).toEqual([
      'DATABASE_REPLICA_URL: the embedded database has no replica, set DATABASE_URL too',
    ])
  })

  it('name the seller, with the support address for complaints by default', () => {
    const read = readSettings({ ...REAL, SUPPORT_EMAIL: 'help@shop.example' })
    if (!read.ok) throw new Error(read.problems.join())
    expect(policiesOf(read.settings.firstSettings, read.settings.mail.support).seller).toEqual({
      name: REAL.SELLER_NAME,
      address: REAL.SELLER_ADDRESS,
      phone: null,
      email: 'help@shop.example',
      fssaiLicence: null,
      gstin: '29AAACB1234C1ZB',
      state: 'Karnataka',
      grievanceOfficer: { name: 'Lata Desai', phone: null, email: 'help@shop.example' },
    })
  })

  it('store files in a bucket if its name and region are set, and both parts of the access key or none', () => {
    const bucket = { FILES_S3_BUCKET: 'shop', FILES_S3_REGION: 'ap-south-1', FILES_S3_ACCESS_KEY_ID: 'key' }
    expect(problems(bucket)).toEqual([
      'FILES_S3_SECRET_ACCESS_KEY: must be set when the other part of the access key is set',
    ])
    const read = readSettings({ ...bucket, FILES_S3_SECRET_ACCESS_KEY: 'secret' })
    expect(read.ok && read.settings.filesS3).toEqual({
      bucket: 'shop',
      region: 'ap-south-1',
      endpoint: null,
      key: { accessKeyId: 'key', secretAccessKey: 'secret' },
    })
    // Without a key, the machine's role is used.
    const ofRole = readSettings({ FILES_S3_BUCKET: 'shop', FILES_S3_REGION: 'ap-south-1' })
    expect(ofRole.ok && ofRole.settings.filesS3).toMatchObject({ bucket: 'shop', key: null })
    expect(problems({ FILES_S3_REGION: 'ap-south-1' })).toEqual([
      'FILES_S3_BUCKET: must be set when files are stored in a bucket',
    ])
  })

  it('enable Google and Outlook if both keys of a provider are set', () => {
    expect(problems({ GOOGLE_CLIENT_ID: 'id' })).toEqual([
      'GOOGLE_CLIENT_SECRET: must be set when GOOGLE_CLIENT_ID is set',
    ])
    expect(problems({ MICROSOFT_CLIENT_SECRET: 'secret' })).toEqual([
      'MICROSOFT_CLIENT_ID: must be set when MICROSOFT_CLIENT_SECRET is set',
    ])
    expect(problems({ MICROSOFT_TENANT: 'organizations' })[0]).toContain(
      'MICROSOFT_TENANT: must be "consumers", "common" or the id of one tenant',
    )
    const none = readSettings({})
    expect(none.ok && none.settings.signIn).toEqual({ google: null, microsoft: null })
    expect(none.ok && providerOrigins(none.settings.signIn)).toEqual([])
    const keys = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret' }
    const read = readSettings({ ...keys, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' })
    expect(read.ok && read.settings.signIn).toEqual({
      google: {
        clientId: 'id',
        clientSecret: 'secret',
        discoveryUrl: 'https://accounts.google.com/.well-known/openid-configuration',
        issuer: 'https://accounts.google.com',
      },
      microsoft: {
        clientId: 'id',
        clientSecret: 'secret',
        discoveryUrl: 'https://login.microsoftonline.com/consumers/v2.0/.well-known/openid-configuration',
        issuer: 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0',
      },
    })
    expect(read.ok && providerOrigins(read.settings.signIn)).toEqual([
      'https://accounts.google.com',
      'https://login.microsoftonline.com',
      'https://login.live.com',
    ])
  })

  it.each([
    ['common', '{tenantid}'],
    ['5c1f3f7e-0c2b-4f3a-9d51-0a4f6a1b2c3d', '5c1f3f7e-0c2b-4f3a-9d51-0a4f6a1b2c3d'],
  ])('derive the issuer of the tenant %s', (tenant, named) => {
    const keys = { MICROSOFT_CLIENT_ID: 'id', MICROSOFT_CLIENT_SECRET: 'secret', MICROSOFT_TENANT: tenant }
    const read = readSettings(keys)
    expect(read.ok && read.settings.signIn.microsoft?.issuer).toBe(
      `https://login.microsoftonline.com/${named}/v2.0`,
    )
  })

  it.each(Object.keys(NEEDED).filter((name) => name !== 'DATABASE_URL'))('name a missing %s', (name) => {
    const { [name as keyof typeof NEEDED]: _, ...rest } = REAL
    expect(problems(rest)).toEqual([`${name}: must be set when DATABASE_URL is set`])
  })

  it.each([
    ['PORT', '70000'],
    ['TRUST_PROXY', 'two'],
    ['PORT', 'abc'],
    ['ORIGIN', 'my-shop'],
    ['DATABASE_URL', 'mysql://x'],
    ['AUTH_SECRET', 'short'],
    ['ADMIN_EMAIL', 'nobody'],
    ['SMTP_URL', 'http://mail'],
    ['GRIEVANCE_OFFICER_EMAIL', 'lata'],
    ['SHIPPING_FEE', '-1'],
    ['SHIPS_WITHIN_DAYS', '3-2'],
    ['SHIPS_WITHIN_DAYS', '0-3'],
    ['METRO_DELIVERY_DAYS', 'soon'],
    ['FIRST_ORDER_OFFER', 'yes'],
    ['REFERRAL_PERCENT', '101'],
    ['ORDER_UNITS_PER_PRODUCT', '1000'],
    ['CASH_ORDER_LIMIT', '-5'],
    ['OPEN_UNPAID_ORDERS', '0'],
    ['ORDERS_PER_HOUR', 'many'],
    ['LOG_LEVEL', 'loud'],
    ['PICTURE_HOSTS', 'https://images.example.com'],
    ['RATE_LIMITS', 'maybe'],
    ['WARM_PAGES', 'maybe'],
  ])('name a wrong %s=%s, and never repeat its value', (name, value) => {
    const lines = problems({ ...REAL, [name]: value })
    expect(lines[0]).toMatch(new RegExp(`^${name}: `))
    expect(lines.join()).not.toContain(value)
  })

  it('treat an empty variable as absent, except PICTURE_HOSTS', () => {
    expect(problems({ DATABASE_URL: '', SMTP_URL: '', SHIPPING_FREE_ABOVE: '' })).toEqual([])
  })

  it('allow pictures of any site without PICTURE_HOSTS, and of none if it is empty', () => {
    const read = (more: object) => {
      const found = readSettings({ ...REAL, ...more })
      return found.ok && found.settings.pictureHosts
    }
    expect(read({})).toBeNull()
    expect(read({ PICTURE_HOSTS: '' })).toEqual([])
    expect(read({ PICTURE_HOSTS: 'Images.example.com, cdn.example.com' })).toEqual([
      'images.example.com',
      'cdn.example.com',
    ])
  })

  it('accept several secrets, newest first', () => {
    const [newest, older] = ['n'.repeat(32), 'o'.repeat(40)]
    const read = readSettings({ ...REAL, AUTH_SECRET: `${newest}, ${older}` })
    expect(read.ok && read.settings.authSecrets).toEqual([newest, older])
    for (const wrong of [`${newest},short`, `${newest},`, `${newest},${newest}`])
      expect(problems({ ...REAL, AUTH_SECRET: wrong })[0]).toMatch(
        /^AUTH_SECRET: (must be at least 32|must not name a secret twice)/,
      )
  })

  it('read secrets from files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    const fileOf = (name: string, text: string) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    }
    const { AUTH_SECRET: secret, SMTP_URL: smtp, ...rest } = REAL
    const files = { AUTH_SECRET_FILE: fileOf('auth', `${secret}\n`), SMTP_URL_FILE: fileOf('smtp', smtp) }
    const read = readSettings({ ...rest, ...files })
    expect(read.ok && [read.settings.authSecrets, read.settings.mail.smtpUrl]).toEqual([[secret], smtp])
    const empty = { ...rest, ...files, AUTH_SECRET_FILE: fileOf('empty', '\n') }
    const unread = 'AUTH_SECRET_FILE: names a file that is empty or cannot be read'
    expect(problems(empty)).toEqual([unread])
    expect(problems({ ...empty, AUTH_SECRET_FILE: join(folder, 'none') })).toEqual([unread])
    expect(problems({ ...REAL, ...files })).toEqual([
      'AUTH_SECRET_FILE: cannot be set while AUTH_SECRET is set',
      'SMTP_URL_FILE: cannot be set while SMTP_URL is set',
    ])
    // The shop is real also if DATABASE_URL is in a file.
    const { DATABASE_URL: url, ...withoutDatabase } = REAL
    const real = readSettings({ ...withoutDatabase, DATABASE_URL_FILE: fileOf('database', url) })
    expect(real.ok && real.settings.demo).toBe(false)
  })

  it.each([
    ['DATABASE_URL', 'postgres://shop@db/shop'],
    ['DATABASE_URL', 'postgres://shop@db/shop?sslmode=require'],
    ['DATABASE_URL', 'postgres://shop@db/shop?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://shop@db/shop?sslmode=verify-full&sslmode=disable'],
    ['DATABASE_URL', 'postgres://shop@127.0.0.1/shop?host=db'],
    ['DATABASE_SESSION_URL', 'postgres://shop@db/shop'],
    ['DATABASE_REPLICA_URL', 'postgres://shop@db/shop'],
    ['FILES_S3_ENDPOINT', 'http://db:9000'],
    ['RAZORPAY_URL', 'http://db'],
    ['GOOGLE_DISCOVERY_URL', 'http://db/.well-known/openid-configuration'],
    ['SMTP_URL', 'smtp://db?tls.rejectUnauthorized=false'],
    ['SMTP_URL', 'smtp://db?ignoreTLS=true'],
    ['CLAMD_ADDRESS', 'db:3310'],
  ])('refuse in a real shop a connection that somebody between could read: %s=%s', (name, value) => {
    const bucket = { FILES_S3_BUCKET: 'shop', FILES_S3_REGION: 'ap-south-1' }
    const env = { ...REAL, ...bucket, [name]: value }
    expect(problems(env)).toEqual([expect.stringMatching(new RegExp(`^${name}: .*PLAIN_HOSTS`))])
    expect(problems({ ...env, PLAIN_HOSTS: 'mail, DB' })).toEqual([])
  })

  it.each([
    'postgres://shop@localhost/shop',
    'postgres://shop@127.0.0.1:5432/shop',
    'postgres://shop@[::1]/shop',
    'postgres:///shop?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/shop',
  ])('accept a local database without TLS: %s', (url) => {
    expect(problems({ ...REAL, DATABASE_URL: url })).toEqual([])
  })

  it('require TLS of remote mail servers', () => {
    const mustEncrypt = (env: Record<string, string>) => {
      const read = readSettings({ ...REAL, ...env })
      return read.ok && read.settings.mail.mustEncrypt
    }
    expect(mustEncrypt({ SMTP_URL: 'smtp://mail.example:587' })).toBe(true)
    expect(mustEncrypt({ SMTP_URL: 'smtp://localhost:25' })).toBe(false)
    expect(mustEncrypt({ SMTP_URL: 'smtp://mail:1025', PLAIN_HOSTS: 'mail' })).toBe(false)
  })

  it('enable https with a certificate and its key', () => {
    const both = { TLS_CERT_FILE: '/etc/tls/shop.crt', TLS_KEY_FILE: '/etc/tls/shop.key' }
    const read = readSettings({ ...REAL, ...both })
    expect(read.ok && read.settings.tls).toEqual({ certFile: both.TLS_CERT_FILE, keyFile: both.TLS_KEY_FILE })
    expect(problems({ ...REAL, TLS_CERT_FILE: both.TLS_CERT_FILE })).toEqual([
      'TLS_CERT_FILE: must be set together with TLS_KEY_FILE',
    ])
  })

  it('refuse to switch off rate limits in a real shop', () => {
    expect(problems({ ...REAL, RATE_LIMITS: 'off' })[0]).toMatch(/^RATE_LIMITS/)
    expect(problems({ RATE_LIMITS: 'off' })).toEqual([])
  })

  it('are all listed in .env.example', () => {
    const example = readFileSync('.env.example', 'utf8')
    const listed = [...example.matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map((match) => match[1])
    const files = readdirSync('infra/config').filter((file) => file.endsWith('settings.ts'))
    const source = files.map((file) => readFileSync(`infra/config/${file}`, 'utf8')).join('\n')
    const variables = [...source.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map((match) => match[1])
    expect(variables).toContain('DATABASE_URL')
    const all = [...variables, ...SETTING_NAMES.map(envName)]
    expect(new Set(listed)).toEqual(new Set(all))
  })
})
