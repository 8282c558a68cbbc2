import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer, openSession, shopDatabase } from '#tests/e2e/signed-in.ts'

const DASHBOARD = '/admin/dashboard'

/** Pages of a day's work; those of a new order come before. */
const PAGES = [
  ...['', '/orders', '/packing', '/packing?stage=pack', '/packing?stage=ship', '/packing?stage=shipped'],
  ...['/packing/tracking', '/messages?status=all', '/task-approvals', '/task-approvals?status=all'],
  ...[
    '/products',
    '/stock-count',
    '/products/new',
    '/coupons',
    '/refunds',
    '/tasks',
    '/tasks/new',
    '/payouts',
  ],
  ...['/people', '/accounts', '/accounts/settlement', '/taxes', '/planning', '/texts', '/texts/returns'],
  ...[
    '/newsletters',
    '/newsletters/new',
    '/jobs',
    '/audit',
    '/analytics',
    '/analytics/visits',
    '/search?q=ragi',
  ],
]

/** The targets on a page that a thumb misses, with name and size. Links in running text are no targets of their own. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('#main details')) part.open = true
    const LEAST = 44
    const says = (node: Node | null) => node instanceof Text && /[\p{L}\p{N}]/u.test(node.data)
    const besides = (element: Element, side: 'previousSibling' | 'nextSibling') => {
      let node = element[side]
      while (node && (node instanceof Comment || (node instanceof Text && node.data.trim() === '')))
        node = node[side]
      return node
    }
    const isInline = (element: Element) => /^inline(-block)?$/.test(getComputedStyle(element).display)
    const isInText = (link: Element) => {
      for (let at: Element | null = link; at && isInline(at); at = at.parentElement)
        if (says(besides(at, 'previousSibling')) || says(besides(at, 'nextSibling'))) return true
      return false
    }
    const isHidden = (element: Element) => {
      const head = element.closest('thead')
      return !element.checkVisibility({ visibilityProperty: true }) || (head && head.clientWidth <= 1)
    }
    const targetOf = (element: Element) =>
      element.matches('input') ? (element.closest('label') ?? element) : element
    const all = document.querySelectorAll(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary',
    )
    return [...all].flatMap((element) => {
      const { width, height } = targetOf(element).getBoundingClientRect()
      const isLink = element.matches('a')
      if (isHidden(element) || width < 2 || (isLink && isInText(element))) return []
      const isLarge = Math.round(height) >= LEAST && (isLink || Math.round(width) >= LEAST)
      const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
      const size = `${Math.round(width)}×${Math.round(height)}`
      return isLarge ? [] : [`${element.localName} “${name?.trim().slice(0, 40)}” ${size}`]
    })
  })
}

test('every target of the dashboard is 44 pixels for a thumb', async ({ page }) => {
  await newCustomer(page)
  const [one, two] = [await orderRagi(page), await orderRagi(page)]
  await page.context().clearCookies()
  await signInAdmin(page)
  expect((await asAdmin('PUT', `/orders/${one}`, { status: 'processing' })).status).toBe(200)
  const ofOrders = [
    `/orders/${one}`,
    `/orders/${one}/address`,
    `/packing/${one}`,
    `/packing?stage=confirm&order=${two}`,
  ]
  const found: Record<string, string[]> = {}
  for (const path of [...ofOrders, ...PAGES]) {
    const answer = await page.goto(`${DASHBOARD}${path}`)
    expect(answer?.status(), path).toBe(200)
    await expectNoSidewaysScroll(page)
    const small = [...new Set(await smallTargets(page))]
    if (small.length > 0) found[path] = small
  }
  expect(found).toEqual({})
})

test('every target of the coordinator’s pages in Hindi is 44 pixels for a thumb', async ({
  page,
  context,
}) => {
  test.slow()
  await openSession(context, 'coordinator@demo.test')
  await page.goto('/coordinator')
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  const { id } = await shopDatabase()
    .selectFrom('coordinatorGroups')
    .innerJoin('users', 'users.id', 'coordinatorGroups.userId')
    .select('groupId as id')
    .where('users.email', '=', 'coordinator@demo.test')
    .executeTakeFirstOrThrow()
  const group = `/coordinator/groups/${id}`
  // A card that was not used yet.
  await page.goto(`${group}/workers`)
  await page.locator('[name=fullName]').fill('Radha Naik')
  await page.locator('[name=phone]').fill(`9${`${Date.now()}`.slice(-9)}`)
  await page.locator('form:has([name=fullName])').getByRole('button').tap()
  await expect(page.locator('.sheet-card')).toHaveCount(1)
  const cards = new URL(page.url()).pathname
  await page.goto(`${group}/give`)
  const give = await page.locator('a[href*="give?template="]').first().getAttribute('href')
  const pages = [
    ...['/coordinator', group, `${group}/workers`, `${group}/workers/list`, `${group}/repeat`, cards],
    ...[`${group}/give`, `${give}&count=50`, '/coordinator/photos', '/coordinator/photos?status=all'],
    ...[
      '/coordinator/messages',
      '/coordinator/questions',
      '/coordinator/templates',
      '/coordinator/templates/new',
    ],
  ]
  const found: Record<string, string[]> = {}
  for (const path of pages) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expectNoSidewaysScroll(page)
    await expect(page.locator('kbd')).toHaveCount(0)
    const small = [...new Set(await smallTargets(page))]
    if (small.length > 0) found[path] = small
  }
  expect(found).toEqual({})
})
