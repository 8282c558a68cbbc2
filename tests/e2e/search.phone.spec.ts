/** The header, its search, and the search page on a phone. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'
import { sampleProduct } from '#tests/sample-products.ts'

test.use({ cutsNetwork: true })

const LINKS = ['Home', 'Products', 'Replenish', 'About', 'Impact', 'Play with your Food', 'Contact']
const RAGI = sampleProduct('ragi-mix').name
const MASALA = sampleProduct('garam-masala').name
const searchField = (page: Page) => page.getByLabel('Products and recipes', { exact: true })

test('the header shows its links, turns solid after 10 pixels of scrolling, and closes its menus', async ({
  page,
}) => {
  await page.goto('/products')
  const header = page.getByRole('banner')
  await header.locator('summary', { hasText: 'Menu' }).tap()
  for (const name of LINKS)
    await expect(header.getByRole('link', { name, exact: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(header.getByRole('link', { name: 'About', exact: true }).first()).toBeHidden()

  await page.evaluate(() => window.scrollTo(0, 10))
  await expect(header).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.evaluate(() => window.scrollTo(0, 11))
  await expect(header).toHaveCSS('background-color', 'rgb(255, 255, 255)')

  const account = header.locator('summary', { hasText: 'Account' })
  const register = header.getByRole('link', { name: 'Register' })
  await account.focus()
  await page.keyboard.press('Enter')
  await expect(register).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account).toBeFocused()
  await expect(register).toBeHidden()
  await account.tap()
  await header.getByRole('link', { name: 'Sign In' }).tap()
  await expect(page).toHaveURL(/\/auth\/signin/)
  await expect(register).toBeHidden()
})

test('the search suggests products by keyboard and touch, and finds misspelt products and dishes', async ({
  page,
}) => {
  await page.goto('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).tap()
  const field = searchField(page)
  const options = page.getByRole('option')
  await expect(field).toBeFocused()
  await page.keyboard.type('ragee')
  await expect(options.first()).toContainText(RAGI)
  await expect(options.last()).toHaveText('Search for “ragee”')
  await expect(page.getByText(/^\d suggestions$/)).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'suggestions')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', /-0$/)
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('ragee')
  // Type the next query while the results of the first query load.
  await page.route(/\/search\.data\?q=ragee/, async (route) => {
    await field.fill('garm masla')
    await route.continue()
  })
  await page.keyboard.press('Enter')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText(/for “ragee”$/)
  await expect(page).toHaveURL('/search?q=ragee')
  await expect(field).toHaveValue('garm masla')
  await field.press('Enter')
  await expect(status).toHaveText('1 product for “garm masla”')
  await field.fill('idly')
  await field.press('Enter')
  await expect(status).toHaveText(/for “idly”/)
  await expect(page).toHaveTitle('Search: idly — Cultiva')
  await expect(page.getByRole('link', { name: 'Idli', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: MASALA }).first()).toBeVisible()

  // The response to the first query arrives after the response to the second.
  await page.route('**/search/suggestions?q=idli', async (route) => {
    await expect(options.first()).toContainText(MASALA)
    await route.continue()
  })
  const late = page.waitForRequest('**/search/suggestions?q=idli')
  await field.fill('idli')
  await late
  await field.fill('garm masla')
  await expect(options.first()).toContainText(MASALA)
  await page.route('**/search/suggestions?q=bajra', (route) => route.abort())
  await field.fill('bajra')
  await expect(options).toHaveCount(0)
  await field.fill('रागी')
  await page.getByRole('option', { name: RAGI }).tap()
  await expect(page.getByRole('heading', { level: 1, name: RAGI })).toBeVisible()
})
