/** Each page at its less frequent width: the dashboard on a phone, the shop on a wide screen. */
import { brokenRules } from '#tests/e2e/axe.ts'
import { sidewaysBoxes } from '#tests/e2e/page-faults.ts'
import { isForDesk, isForStaff, openAs, PAGE_TESTS, showAs } from '#tests/e2e/pages.ts'
import { expect, pixelsSideways, test } from '#tests/e2e/shop-page.ts'

for (const { title, role, pages } of PAGE_TESTS) {
  test(title, async ({ page, context }) => {
    for (const { path, status } of await openAs(context, { role, pages })) {
      await showAs(page, isForDesk(path) ? 360 : 1440)
      const answer = await page.goto(path)
      expect.soft(answer?.status(), path).toBe(status)
      expect.soft(await brokenRules(page), path).toEqual([])
      await expect.soft.poll(() => pixelsSideways(page), `${path}: scrolls sideways`).toBe(0)
      if (isForStaff(path)) expect.soft(await sidewaysBoxes(page), `${path}: boxes`).toEqual([])
    }
  })
}
