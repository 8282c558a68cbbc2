/** Every page of shoppers, workers and coordinators on a phone with text of 200 %: none scrolls sideways. */
import { test as base } from '@playwright/test'
import { chromium } from '#tests/e2e/chromium.ts'
import { isForDesk, openAs, openPage, PAGE_TESTS } from '#tests/e2e/pages.ts'
import { expect, expectNoSidewaysScroll } from '#tests/e2e/shop-page.ts'

const { args = [], ...options } = await chromium()
// The setting of the browser, which media queries follow, unlike a size that the page sets.
base.use({ launchOptions: { ...options, args: [...args, '--blink-settings=defaultFontSize=32'] } })

for (const { title, role, pages } of PAGE_TESTS.filter(({ role }) => role.name !== 'owner')) {
  base(title, async ({ page, context }) => {
    // The gallery shows parts without their pages.
    const opened = pages.filter(({ path }) => !isForDesk(path) && path !== '/demo/kit')
    for (const { path } of await openAs(context, { role, pages: opened })) {
      await openPage(page, path)
      await page.evaluate(() => {
        for (const part of document.querySelectorAll<HTMLDetailsElement>('#main details')) part.open = true
      })
      expect(
        await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)),
      ).toBeGreaterThanOrEqual(32)
      await expectNoSidewaysScroll(page, path)
    }
  })
}
