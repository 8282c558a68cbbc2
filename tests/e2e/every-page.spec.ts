/** Every page of the registry at both widths, in each role that has pages of its own. Axe checks one width, the lab both. */
import type { CDPSession, Page } from '@playwright/test'
import { hasView, PAGE_ROWS } from '#tests/access/page-rows.ts'
import { brokenRules } from '#tests/e2e/axe.ts'
import { focusFaults, sidewaysBoxes, smallTargets } from '#tests/e2e/page-faults.ts'
import { expect, pixelsSideways, requestsElsewhere, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopOrigin } from '#tests/e2e/signed-in.ts'
import { demoThings, fillPath } from '#tests/e2e/things.ts'

/** Shared files load once per test, and the tests of two workers take equally long. */
const PAGES_PER_TEST = 24

/** Each role's column in `PAGE_ROWS`, its account, and the pages that it opens here. */
const ROLES = [
  {
    name: 'visitor',
    column: 0,
    email: null,
    opens: /^(?!\/(admin|coordinator|shg|upload))|^\/(admin\/dashboard|coordinator|shg-worker-dashboard)$/,
  },
  {
    name: 'customer',
    column: 1,
    email: 'customer@demo.test',
    opens: /^\/(cart|checkout|orders|profile|product|admin\/dashboard$|shg-worker-dashboard$)/,
  },
  { name: 'worker', column: 2, email: 'worker@demo.test', opens: /^\/(shg|upload)/ },
  { name: 'owner', column: 3, email: 'admin@demo.test', opens: /^\/admin/ },
  { name: 'coordinator', column: 4, email: 'coordinator@demo.test', opens: /^\/coordinator/ },
] as const

/** Each kind of product, and the states of pages that an address alone opens. */
const MORE_PAGES: Record<string, readonly string[]> = {
  visitor: [
    '/products?category=biodegradable',
    '/product/mixed-flavour',
    '/product/meal-play-box',
    '/product/sichuan-pepper',
    '/search?q=ragi',
    '/search?q=xyzzy',
  ],
  owner: [
    '/admin/dashboard/packing?stage=ship',
    '/admin/dashboard/messages?status=all',
    '/admin/dashboard/task-approvals?status=all',
    '/admin/dashboard/search?q=ragi',
  ],
}

type Opened = { path: string; status: number }

function pagesOf({ name, column, opens }: (typeof ROLES)[number]): Opened[] {
  const pages = PAGE_ROWS.flatMap(([id, path, statuses]) => {
    const status = statuses[column] ?? 0
    return hasView(id) && opens.test(path) && (status < 300 || status >= 400) ? { path, status } : []
  })
  return [...pages, ...(MORE_PAGES[name] ?? []).map((path) => ({ path, status: 200 }))]
}

for (const role of ROLES) {
  const all = pagesOf(role)
  const tests = Math.ceil(all.length / PAGES_PER_TEST)
  const count = Math.ceil(all.length / tests)
  for (let from = 0; from < all.length; from += count) {
    const pages = all.slice(from, from + count)
    test(`${role.name}: ${pages[0]?.path} to ${pages.at(-1)?.path}`, async ({ page, context }) => {
      const things = await demoThings()
      if (role.email) await openSession(context, role.email)
      if (role.name === 'customer')
        await context.addCookies([{ name: 'cart', value: '2x1_3x2', url: shopOrigin() }])
      const elsewhere = requestsElsewhere(context)
      const browser = await context.newCDPSession(page)
      for (const { path, status } of pages)
        await look(page, browser, { path: fillPath(path, things), status })
      expect(elsewhere, 'requests to other sites').toEqual([])
      const cookies = (await context.cookies()).map(({ name }) => name)
      // The sign-in page of workers keeps its language.
      const isUnasked = (name: string) => name !== 'worker-language'
      if (role.name === 'visitor')
        expect(cookies.filter(isUnasked), 'a visitor who only reads gets no cookie').toEqual([])
    })
  }
}

/** Soft checks: a fault of one page does not hide those of the next. */
async function look(page: Page, browser: CDPSession, { path, status }: Opened): Promise<void> {
  const isDesk = path.startsWith('/admin')
  // The width at which the page is used comes first, and axe checks it there.
  const widths = isDesk ? ([1440, 360] as const) : ([360, 1440] as const)
  await showAs(page, browser, widths[0])
  const answer = await page.goto(path)
  expect.soft(answer?.status(), `${path}: status`).toBe(status)
  await expect.soft(page, `${path}: title`).toHaveTitle(/./)
  const headings = page.locator('h1:not([inert] *)').filter({ visible: true })
  await expect.soft(headings, `${path}: main heading`).toHaveCount(1)
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('#main details')) part.open = true
  })
  expect.soft(await brokenRules(page), `${path}: axe`).toEqual([])
  for (const width of widths) {
    await showAs(page, browser, width)
    const at = `${path} at ${width} pixels`
    await expect.soft.poll(() => pixelsSideways(page), `${at}: scrolls sideways`).toBe(0)
    if (!STAFF_PAGES.test(path) || status !== 200) continue
    expect.soft(await sidewaysBoxes(page), `${at}: boxes that scroll sideways`).toEqual([])
    if (width === 360) expect.soft(await smallTargets(page), `${path}: small targets for a thumb`).toEqual([])
  }
  // The first press makes the browser draw focus rings; the kit draws its parts as if focused.
  await page.keyboard.press('Tab')
  if (path !== '/demo/kit') expect.soft(await focusFaults(page), `${path}: focus`).toEqual([])
}

/** Staff work with a thumb and with wide tables; printed pages are for a desk. */
const STAFF_PAGES = /^\/(admin\/dashboard(?!.*\/print\/)|coordinator)/

/** Gives the page this width, and a finger instead of a mouse on a phone: controls are larger there. */
async function showAs(page: Page, browser: CDPSession, width: 1440 | 360): Promise<void> {
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: width === 360 })
  await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
}
