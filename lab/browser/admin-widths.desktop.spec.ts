import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'

const DASHBOARD = '/admin/dashboard'
/** Paths that lead to files or to pages for a printer. */
const NOT_A_PAGE = /\/(csv|exports|print|files)(\/|$)|\.csv$|payment-file|pictures/
/** The test opens the first page of each kind, at most so many kinds. */
const MAX_PAGES = 90

/** Returns a URL without ids, dates and query values: equal for the pages of all orders, products or people. */
function kindOf(url: URL): string {
  const path = url.pathname.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d{2}(-\d{2})?/g, '*')
  return `${path}?${[...url.searchParams.keys()].toSorted()}`
}

/** Elements that scroll sideways, without fields and code. */
async function findSidewaysScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true
    const allowed = 'textarea, input, select, pre, code, iframe'
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => !element.matches(allowed) && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className} ${element.scrollWidth} > ${element.clientWidth}`,
      )
  })
}

test('no element of the dashboard scrolls sideways at 1440 or 360 pixels', async ({ browser }) => {
  test.setTimeout(600_000)
  // Without scripts the walk takes a third of the time. Other tests measure the parts that scripts open.
  const { baseURL } = test.info().project.use
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
  await signInAdmin(page)
  const kinds = new Map([[DASHBOARD, DASHBOARD]])
  const faults: string[] = []
  for (const [, path] of kinds) {
    await page.goto(path)
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 })
      faults.push(...(await findSidewaysScrollers(page)).map((what) => `${path} at ${width}: ${what}`))
      await expectNoSidewaysScroll(page, `${path} at ${width}`)
    }
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
    for (const url of links.map((href) => new URL(href))) {
      const isPage = url.pathname.startsWith(DASHBOARD) && !NOT_A_PAGE.test(url.pathname)
      if (isPage && kinds.size < MAX_PAGES && !kinds.has(kindOf(url)))
        kinds.set(kindOf(url), url.pathname + url.search)
    }
  }
  expect(kinds.size).toBeGreaterThan(40)
  expect(faults).toEqual([])
})
