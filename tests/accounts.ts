import { sql } from 'kysely'
import { type AuthOptions, createAuth } from '#infra/accounts/auth.ts'
import { NO_RATE_LIMITS } from '#infra/rate-limits/rate-limits.ts'
import { accountJobs } from '#server/job-handlers.ts'
import { SECRET, type testDatabase } from '#tests/database.ts'
import { decryptJobData } from '#tests/queued.ts'

export const ORIGIN = 'http://shop.test'
export const PASSWORD = 'Millet-2026'

type TestShop = Pick<Awaited<ReturnType<typeof testDatabase>>, 'db' | 'pool' | 'jobs'>

/**
 * Creates Better Auth on a test's database. Without rate limits and sign-in providers unless the options set
 * them.
 */
export function testAuth({ db, pool, jobs }: TestShop, options: Partial<AuthOptions> = {}) {
  return createAuth({
    db,
    pool,
    jobs,
    origin: ORIGIN,
    origins: [options.origin ?? ORIGIN],
    secrets: [SECRET],
    brand: 'Testmill',
    demo: false,
    signIn: { google: null, microsoft: null },
    limits: NO_RATE_LIMITS,
    onNewAccount: async () => {},
    onError: () => {},
    ...options,
  })
}

type Answer = { status: number; location: string | null; body: unknown; headers: Headers }

/** Simulates a browser with cookies at a network address. `call` posts if it gets a body. */
export function browser(auth: { handler(request: Request): Promise<Response> }, address = '203.0.113.7') {
  const jar = new Map<string, string>()
  async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const common = { 'x-real-ip': address, 'user-agent': 'Testing', ...(cookie && { cookie }) }
    const post = body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...common, 'content-type': 'application/json', origin: ORIGIN, ...headers },
    }
    const request = new Request(
      new URL(path, `${ORIGIN}/api/auth/`),
      post ?? { headers: { ...common, ...headers } },
    )
    const response = await auth.handler(request)
    for (const setCookie of response.headers.getSetCookie()) storeCookie(jar, setCookie)
    const text = await response.text()
    const { status, headers: responseHeaders } = response
    return {
      status,
      location: responseHeaders.get('location'),
      body: text.startsWith('{') ? JSON.parse(text) : text,
      headers: responseHeaders,
    }
  }
  return { call, jar }
}

function storeCookie(jar: Map<string, string>, setCookie: string): void {
  const [name = '', value = ''] = setCookie.split(';', 1)[0]?.split('=') ?? []
  if (value === '' || /max-age=0/i.test(setCookie)) jar.delete(name)
  else jar.set(name, value)
}

type Mail = { to: string; subject: string; text: string; html: string }

/** Runs an address's queued jobs about links. Returns the emails queued for the address, newest first. */
export async function readMailsTo(
  { db }: Pick<TestShop, 'db'>,
  auth: ReturnType<typeof testAuth>,
  to: string,
): Promise<Mail[]> {
  const plain = db.withoutPlugins()
  const work = accountJobs({ auth })['account-link']
  const { rows } = await sql<{ id: string; data: unknown }>`
    select id, data from pgboss.job where name = 'account-link' order by created_on`.execute(plain)
  const jobs = rows.map(({ id, data }) => ({
    id,
    link: decryptJobData<Parameters<typeof work>[0]>('account-link', data),
  }))
  for (const { id, link } of jobs) {
    if (link.email !== to) continue
    await sql`delete from pgboss.job where id = ${id}::uuid`.execute(plain)
    await work(link)
  }
  const mails = await sql<{ data: unknown }>`
    select data from pgboss.job where name = 'mail' order by created_on desc, id desc`.execute(plain)
  return mails.rows.map(({ data }) => decryptJobData<Mail>('mail', data)).filter((mail) => mail.to === to)
}

/** Returns the first link in an email. */
export function findLink({ text }: Pick<Mail, 'text'>): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in: ${text}`)
  return new URL(link)
}
