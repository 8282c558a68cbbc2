import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'

/**
 * A JavaScript error, failed request of our own or console error fails the test, unless it matches `allowed`. All specs
 * use this object, so that each worker of Playwright loads its modules and starts its browser once.
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
        context.on('page', waitUntilAlive)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
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
        // A response that is still being read when its page or form goes.
        const isCut = cutsNetwork && message === 'BodyStreamBuffer was aborted'
        if (!isCut) note(`error: ${message}`, error.page())
      })
      context.on('console', (message) => {
        if (message.type() === 'error' && !isExpected(message.text(), cutsNetwork))
          note(`console: ${message.text()}`, message.page())
      })
      await use(undefined)
      // Pages left open would work on beside the next tests.
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

/** Opening a page waits until its scripts have taken over: see alive.ts. */
export function waitUntilAlive(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (...to) => {
    const answer = await goto(...to)
    await alive(page)
    return answer
  }
  page.reload = async (...how) => {
    const answer = await reload(...how)
    await alive(page)
    return answer
  }
}

/** The browser logs a line for every 4xx, which the tests check themselves. */
function isExpected(text: string, cutsNetwork: boolean): boolean {
  if (cutsNetwork && /net::ERR_(FAILED|INTERNET_DISCONNECTED|CONNECTION_RESET)/.test(text)) return true
  return /Failed to load resource: the server responded with a status of 4\d\d/.test(text)
}

/** Collects the addresses of requests that the pages send to other sites from now on. */
export function requestsElsewhere(context: BrowserContext): string[] {
  const { baseURL } = test.info().project.use
  const elsewhere: string[] = []
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== baseURL) elsewhere.push(request.url())
  })
  return elsewhere
}

/** Expects no sideways scrolling, once charts have adapted to the screen's width. */
export async function expectNoSidewaysScroll(page: Page, what = page.url()): Promise<void> {
  await expect.poll(() => pixelsSideways(page), `${what}: scrolls sideways`).toBe(0)
}

/** The distance a page can be scrolled sideways, in pixels. */
export async function pixelsSideways(page: Page): Promise<number> {
  // A page that has just been left has no document yet.
  await page.waitForLoadState('domcontentloaded')
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return Math.max(0, scrollWidth - clientWidth)
  })
}

/** Clicks the second in the moment of the first, before the browser has made a step that the first asked for. */
export async function clickTogether(first: Locator, second: Locator): Promise<void> {
  const other = await second.elementHandle()
  await first.evaluate((element: HTMLElement, next) => {
    element.click()
    if (next instanceof HTMLElement) next.click()
  }, other)
}

/** The newest email to an address whose subject matches; waits for it. `shop`: another shop than the usual. */
export async function mailTo(
  page: Page,
  to: string,
  subject: RegExp,
  shop = '',
): Promise<{ subject: string; text: string }> {
  type Mail = { subject: string; text: string }
  let found: Mail | undefined
  const hasArrived = async () => {
    const response = await page.request.get(`${shop}/api/demo/mailbox?to=${encodeURIComponent(to)}`)
    const mails: Mail[] = await response.json()
    found = mails.find((mail) => subject.test(mail.subject))
    return found !== undefined
  }
  await expect.poll(hasArrived, { intervals: [100] }).toBe(true)
  if (!found) throw new Error('no mail')
  return found
}

/** The first link in an email's text. */
export function linkIn(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in: ${text}`)
  return link
}

export { expect }
