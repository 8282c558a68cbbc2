import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Browser, chromium as browsers, type Page } from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'
import { chromiumOptions } from '#tests/e2e/chromium.ts'

/**
 * The bytes that a browser with an empty cache loads for a page, as gzip where the server offers it, without headers.
 * `readingBytes`: of the scripts that run before a control is used, uncompressed.
 */
export type FirstVisit = {
  path: string
  readingBytes: number
  scriptBytes: number
  totalBytes: number
  requests: number
}

const QUIET_MS = 500

/** Opens each page on a phone for the first time, without scrolling. */
export async function measureFirstVisits(url: string, paths: readonly string[]): Promise<FirstVisit[]> {
  const browser = await browsers.launch(await chromiumOptions())
  try {
    const visits: FirstVisit[] = []
    for (const path of paths) visits.push(await measureVisit(browser, url, path))
    return visits
  } finally {
    await browser.close()
  }
}

async function measureVisit(browser: Browser, url: string, path: string): Promise<FirstVisit> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true })
  const page = await context.newPage()
  const requests: { url: string; isScript: boolean }[] = []
  page.on('request', (request) => {
    const isScript = request.resourceType() === 'script'
    if (request.url().startsWith('http')) requests.push({ url: request.url(), isScript })
  })
  await page.coverage.startJSCoverage()
  await page.goto(url + path)
  const scripts = await page.coverage.stopJSCoverage()
  const readingBytes = scripts.reduce((total, { source = '' }) => total + source.length, 0)
  await alive(page)
  // Once the scripts run, half a second without a request ends the visit.
  while (await requestsMore(page)) {}
  await context.close()
  const sizes: { bytes: number; isScript: boolean }[] = []
  for (const { url, isScript } of requests) sizes.push({ bytes: await gzipBytes(url), isScript })
  const sum = (some: typeof sizes) => some.reduce((total, { bytes }) => total + bytes, 0)
  const scriptBytes = sum(sizes.filter(({ isScript }) => isScript))
  return { path, readingBytes, scriptBytes, totalBytes: sum(sizes), requests: sizes.length }
}

async function requestsMore(page: Page): Promise<boolean> {
  const next = page.waitForEvent('request', { timeout: QUIET_MS })
  return next.then(
    () => true,
    () => false,
  )
}

/** Chromium requests brotli, so the gzip size is requested separately. */
async function gzipBytes(url: string): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { headers: { 'accept-encoding': 'gzip' } }, resolve).on('error', reject),
  )
  return (await buffer(response)).length
}
