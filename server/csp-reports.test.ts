import { describe, expect, it } from 'vitest'
import { createMetrics } from '#infra/metrics/metrics.ts'
import { createRateLimiter } from '#infra/rate-limits/rate-limits.ts'
import { parseReports, policyReports, REPORT_BYTES } from '#server/csp-reports.ts'
import { NOW, SECRET, testDatabase } from '#tests/database.ts'

const { db } = await testDatabase()
let now = NOW
const limits = createRateLimiter(db, { enabled: true, now: () => now, secret: SECRET })

const REPORT = {
  type: 'csp-violation',
  body: {
    effectiveDirective: 'img-src',
    documentURL: 'https://shop.test/orders/2f1c0f0e-1111-4222-8333-944445555666?token=secret',
    blockedURL: 'https://evil.example/a.png?who=me',
    sourceFile: 'https://shop.test/assets/a.js',
    lineNumber: 3,
    sample: 'Asha Rao, 12 Mill Road',
  },
}
const OLDER = {
  'csp-report': {
    'violated-directive': "script-src 'self'",
    'document-uri': 'https://shop.test/cart',
    'blocked-uri': 'inline',
  },
}

/** Returns the endpoint, with the lines that it logs. */
function endpoint() {
  const lines: object[] = []
  const metrics = createMetrics()
  const log = { warn: (line: object) => void lines.push(line) }
  const answer = policyReports({ log: log as never, metrics, limits, now: () => now })
  const send = async (body: string, network = '203.0.113.9') => {
    const headers = { 'content-type': 'application/reports+json', 'x-real-ip': network }
    return (await answer(new Request('https://shop.test/csp-reports', { method: 'POST', body, headers })))
      .status
  }
  return { lines, metrics, send }
}

describe('reports of policy violations', () => {
  it('are counted each time, and logged once an hour without text of the page', async () => {
    const { lines, metrics, send } = endpoint()
    expect(await send(JSON.stringify([REPORT, REPORT]))).toBe(204)
    expect(await send(JSON.stringify(OLDER))).toBe(204)
    expect(lines).toEqual([
      { directive: 'img-src', page: '/orders/…', blocked: 'https://evil.example', source: '/assets/a.js:3' },
      { directive: 'script-src', page: '/cart', blocked: 'inline', source: ':0' },
    ])
    now = new Date(now.getTime() + 61 * 60_000)
    await send(JSON.stringify([REPORT]))
    expect(lines.length).toBe(3)
    expect((await metrics.text()).body).toContain('shop_policy_refusals_total{directive="img-src"} 3')
  })

  it('of extensions are counted separately and not logged; unknown directives count as “other”', async () => {
    const { lines, metrics, send } = endpoint()
    const body = { ...REPORT.body, blockedURL: 'chrome-extension://abc/x.js' }
    await send(JSON.stringify([{ ...REPORT, body }]), '203.0.113.10')
    expect(lines).toEqual([])
    expect((await metrics.text()).body).toContain('shop_policy_refusals_total{directive="extension"} 1')
    const invented = { ...REPORT, body: { ...REPORT.body, effectiveDirective: 'made-up' } }
    expect(parseReports(JSON.stringify([invented]))?.[0]?.directive).toBe('other')
  })

  it.each([
    ['/privacy/priya@example.org', '/privacy/…'],
    ['/orders/Asha%20Rao/9845012345', '/orders/…/…'],
    ['/assets/frame-Dnp4U-V.js', '/assets/frame-Dnp4U-V.js'],
    ['/play-with-food', '/play-with-food'],
  ])('show the page %s as %s', (path, logged) => {
    const body = { ...REPORT.body, documentURL: `https://shop.test${path}` }
    expect(parseReports(JSON.stringify([{ ...REPORT, body }]))?.[0]?.page).toBe(logged)
  })

  it('are refused if invalid, too large, or too many from one network', async () => {
    const { lines, send } = endpoint()
    for (const body of ['', 'x', '{}', '[1]', JSON.stringify({ 'csp-report': 1 })])
      expect(await send(body, '203.0.113.11')).toBe(422)
    expect(await send('x'.repeat(REPORT_BYTES + 1), '203.0.113.11')).toBe(422)
    for (let at = 0; at < 54; at += 1) await send(JSON.stringify([REPORT]), '203.0.113.11')
    expect(await send(JSON.stringify([REPORT]), '203.0.113.11')).toBe(429)
    expect(await send(JSON.stringify([REPORT]), '203.0.113.12')).toBe(204)
    expect(lines.length).toBe(1)
  })
})
