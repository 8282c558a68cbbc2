/** Each page with a real row, at the width at which it is used; lab/browser/other-width.spec.ts opens the other. */
import type { Page } from '@playwright/test'
import { brokenRules } from '#tests/e2e/axe.ts'
import { focusFaults, sidewaysBoxes } from '#tests/e2e/page-faults.ts'
import {
  isForDesk,
  isForStaff,
  type OpenedPage,
  openAs,
  openPage,
  PAGE_TESTS,
  showAs,
  unopenedPages,
} from '#tests/e2e/pages.ts'
import { expect, pixelsSideways, requestsElsewhere, test } from '#tests/e2e/shop-page.ts'
import { newerPaths } from '#tests/newer-features.ts'

test('every page with a view is opened', () => {
  expect(unopenedPages()).toEqual([])
})

for (const { title, role, pages } of PAGE_TESTS) {
  test(title, async ({ page, context }) => {
    await context.addInitScript(withoutNewer, newerPaths())
    const elsewhere = requestsElsewhere(context)
    for (const opened of await openAs(context, { role, pages })) await expectSound(page, opened)
    const isLeft = await page.evaluate(() => 'groupBy' in Map || 'toSorted' in Array.prototype)
    expect(isLeft, 'newer built-ins are there').toBe(false)
    expect(elsewhere, 'requests to other sites').toEqual([])
    const cookies = (await context.cookies()).map(({ name }) => name)
    // The sign-in page of workers keeps its language.
    const isUnasked = (name: string) => name !== 'worker-language'
    if (role.name === 'visitor')
      expect(cookies.filter(isUnasked), 'a visitor who only reads gets no cookie').toEqual([])
  })
}

/** Headers, footers and menus that many pages share. */
const FRAME =
  '.site-header, .site-footer, .admin-top, .admin-rail, .coord-top, .coord-tabs, .worker-top, .worker-foot'

/** Deletes what the oldest supported browsers lack, so that a page that calls it fails. */
function withoutNewer(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.')
    const name = names.pop() ?? ''
    const owner: unknown = names.reduce<unknown>(
      (host, at) => (host as Record<string, unknown> | undefined)?.[at],
      globalThis,
    )
    if (owner !== undefined && owner !== null) Reflect.deleteProperty(Object(owner), name)
  }
}

/** Soft checks: a fault of one page does not hide those of the next. */
async function expectSound(page: Page, { path, status, hasRow }: OpenedPage): Promise<void> {
  await showAs(page, isForDesk(path) ? 1440 : 360)
  await openPage(page, path)
  // Those of other addresses are checked in tests/access.
  if (hasRow) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect.soft(answer.status(), `${path}: status`).toBe(status)
  }
  await expect.soft(page, `${path}: title`).toHaveTitle(/./)
  const headings = page.locator('h1:not([inert] *)').filter({ visible: true })
  await expect.soft(headings, `${path}: main heading`).toHaveCount(1)
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('#main details')) part.open = true
  })
  // Pages of staff have the kit's colours alone (app/kit/contrast.test.ts); the lab measures them on each page.
  const checks = { frame: FRAME, isContrastChecked: !isForStaff(path) }
  expect.soft(await brokenRules(page, checks), `${path}: axe`).toEqual([])
  await expect.soft.poll(() => pixelsSideways(page), `${path}: scrolls sideways`).toBe(0)
  if (isForStaff(path)) expect.soft(await sidewaysBoxes(page), `${path}: boxes`).toEqual([])
  // The first press makes the browser draw focus rings.
  await page.keyboard.press('Tab')
  expect.soft(await focusFaults(page), `${path}: focus`).toEqual([])
}
