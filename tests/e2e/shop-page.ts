import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'

const DESK = { viewport: { width: 1440, height: 900 } }
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** Options of the browser contexts of this spec: a phone's if its name ends in `.phone.spec.ts`. */
export const screenOptions = () => (test.info().file.endsWith('.phone.spec.ts') ? PHONE : DESK)

/**
 * Playwright's `test`. Fails on JavaScript errors, failed requests and console errors, unless they match
 * `allowed`. All specs use this one object, so that each worker of Playwright loads its modules and starts its
 * browser only once.
 */
export const test = base.extend<
  { cutsNetwork: boolean; allowed: RegExp | null; quiet: undefined },
  { browser: Browser }
>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        context.on('page', waitForHydrationOnOpen)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  // Not by projects, because Playwright starts its workers again for each project.
  contextOptions: ({ contextOptions }, use) => use({ ...contextOptions, ...screenOptions() }),
  cutsNetwork: [false, { option: true }],
  allowed: [null, { option: true }],
  quiet: [
    async ({ page, cutsNetwork, allowed }, use) => {
      const problems: string[] = []
      const note = (problem: string, where: Page | null) => {
        if (!allowed?.test(problem)) problems.push(`${problem} (${where?.url()})`)
      }
      const context = page.context()
      context.on('weberror', (error) => {
        const { message } = error.error()
        // The page was closed while it read a response.
        const isCut = cutsNetwork && message === 'BodyStreamBuffer was aborted'
        if (!isCut) note(`error: ${message}`, error.page())
      })
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text(), cutsNetwork))
          note(`console: ${message.text()}`, message.page())
      })
      await use(undefined)
      // Pages that stay open would use CPU time during the next tests.
      const others =
        context
          .browser()
          ?.contexts()
          .filter((other) => other !== context) ?? []
      await Promise.all(others.map((other) => other.close()))
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/** Makes `goto` and `reload` wait until the page is hydrated (alive.ts). */
export function waitForHydrationOnOpen(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...target) => {
    const response = await goto(...target)
    await alive(page)
    return response
  }
  page.reload = async (...options) => {
    const response = await reload(...options)
    await alive(page)
    return response
  }
}

/** True for the browser's message about a 4xx response, which tests check themselves, or about a cut network. */
function isExpected(text: string, cutsNetwork: boolean): boolean {
  if (cutsNetwork && /net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_RESET)/.test(text)) return true
  return /Failed to load resource: the server responded with a status of 4\d\d/.test(text)
}

/** Collects the URLs of requests that the pages send to other sites from now on. */
export function requestsElsewhere(context: BrowserContext): string[] {
  const { baseURL } = test.info().project.use
  const elsewhere: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) elsewhere.push(request.url())
  })
  return elsewhere
}

/** Expects that the page does not scroll sideways, once charts have adapted to its width. */
export async function expectNoSidewaysScroll(page: Page, what = page.url()): Promise<void> {
  await expect.poll(() => pixelsSideways(page), `${what}: scrolls sideways`).toBe(0)
}

/** Returns how far the page can be scrolled sideways, in pixels. */
export async function pixelsSideways(page: Page): Promise<number> {
  // During a navigation a page has no document.
  await page.waitForLoadState('domcontentloaded')
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** Clicks both elements in one task of the page, before the browser reacts to the first click. */
export async function clickTogether(first: Locator, second: Locator): Promise<void> {
  const other = await second.elementHandle()
  await first.evaluate((element: HTMLElement, next) => {
    element.click()
    if (next instanceof HTMLElement) next.click()
  }, other)
}

/**
 * Waits for an email to this address with a matching subject. Returns the newest. `shop`: the URL of another
 * shop.
 */
export async function waitForMail(
  page: Page,
  to: string,
  subject: RegExp,
  shop = '',
): Promise<{ subject: string; text: string }> {
  type Mail = { subject: string; text: string }
  let matchingMail: Mail | undefined
  const hasArrived = async () => {
    const response = await page.request.get(`${shop}/api/demo/mailbox?to=${encodeURIComponent(to)}`)
    const mails: Mail[] = await response.json()
    matchingMail = mails.find((mail) => subject.test(mail.subject))
    return matchingMail !== undefined
  }
  await expect.poll(hasArrived, { intervals: [100] }).toBe(true)
  if (!matchingMail) throw new Error('no mail')
  return matchingMail
}

/** Returns the first link in an email's text. */
export function findLink(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in: ${text}`)
  return link
}

export { expect }
