/** Behaviour that differs between phone and desktop. */
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, expectNoSidewaysScroll, test } from '#tests/e2e/shop-page.ts'

const LINKS = ['Home', 'Products', 'Replenish', 'About', 'Impact', 'Play with your Food', 'Contact']

test('the header has its links, turns solid after 10 pixels, and its menus close', async ({
  page,
  isMobile,
}) => {
  await page.goto('/products')
  const header = page.getByRole('banner')
  if (isMobile) await header.locator('summary', { hasText: 'Menu' }).click()
  for (const name of LINKS)
    await expect(header.getByRole('link', { name, exact: true }).first()).toBeVisible()
  if (isMobile) {
    await page.keyboard.press('Escape')
    await expect(header.getByRole('link', { name: 'About', exact: true }).first()).toBeHidden()
  }

  await expect(header).not.toHaveAttribute('data-scrolled')
  await page.evaluate(() => window.scrollTo(0, 10))
  await expect(header).not.toHaveAttribute('data-scrolled')
  await page.evaluate(() => window.scrollTo(0, 11))
  await expect(header).toHaveAttribute('data-scrolled', 'true')
  await expect(header).toHaveCSS('background-color', 'rgb(255, 255, 255)')

  await header.locator('summary', { hasText: 'Account' }).click()
  await expect(header.getByRole('link', { name: 'Register' })).toBeVisible()
  await header.getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/auth\/signin/)
  await expect(header.getByRole('link', { name: 'Register' })).toBeHidden()
})

test('a long breadcrumb is as high as a short one, whichever font is there', async ({ page }) => {
  await page.goto('/product/mixed-flavour', { waitUntil: 'networkidle' })
  const line = await page.getByRole('navigation', { name: 'Breadcrumb' }).boundingBox()
  expect(line?.height).toBe(44)
  await expectNoSidewaysScroll(page)
})

test('a misspelt search from the header finds the product, and a dish finds its recipe', async ({
  page,
  isMobile,
}) => {
  await page.goto('/about')
  const header = page.getByRole('banner')
  if (isMobile) {
    await header.getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search')
  }
  const field = isMobile
    ? page.getByLabel('Products and recipes', { exact: true })
    : header.getByLabel('Search products and recipes')
  if (isMobile) await expect(field).toBeFocused()
  else await field.focus()
  await page.keyboard.type('garm masla')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/search?q=garm+masla')
  await expect(page).toHaveTitle('Search')
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText(/^1 product for “garm masla”$/)
  const own = page.getByLabel('Products and recipes', { exact: true })
  await expect(own).toHaveValue('garm masla')
  await expect(isMobile ? own : status).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'one product found')
  await own.fill('idly')
  await own.press('Enter')
  await expect(status).toContainText('for “idly”')
  await expect(own).toBeFocused()
  await expect(page.getByRole('link', { name: 'Idli', exact: true })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Garam Masala' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Garam Masala' })).toBeVisible()
})

test.describe('suggestions', () => {
  test.use({ cutsNetwork: true })

  test('a search field suggests products and recipes, by keyboard and by touch, and searches without', async ({
    page,
    isMobile,
  }) => {
    await page.goto(isMobile ? '/search' : '/about')
    const field = isMobile
      ? page.getByLabel('Products and recipes', { exact: true })
      : page.getByLabel('Search products and recipes')
    const options = page.getByRole('option')
    await field.focus()
    // The first letters come before the script that suggests.
    await page.keyboard.type('ragee')
    await expect(options.first()).toHaveText(/^Ragi Meal Mix₹\d+$/)
    await expect(options.last()).toHaveText('Search for “ragee”')
    await expect(page.getByText(/^\d suggestions$/)).toHaveCount(1)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'suggestions')
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', /-0$/)
    await expect(field).toBeFocused()
    await page.keyboard.press('Home')
    await expect(field).not.toHaveAttribute('aria-activedescendant')
    await page.keyboard.press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(options).toHaveCount(0)
    await expect(field).toHaveValue('ragee')

    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toContainText('Ragi Meal Mix')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=ragee')
    await expect(options).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(isMobile ? '/search' : '/about')
    await expect(page.getByText('for “ragee”')).toHaveCount(0)
    await expect(field).toHaveValue('ragee')

    // The answer to the first word comes after that to the second.
    await page.route('**/search/suggestions?q=idli', async (route) => {
      await expect(options.first()).toContainText('Garam Masala')
      await route.continue()
    })
    const late = page.waitForRequest('**/search/suggestions?q=idli')
    await field.fill('idli')
    await late
    await field.fill('garm masla')
    await expect(options.first()).toContainText('Garam Masala')
    await page.route('**/search/suggestions?q=bajra', (route) => route.abort())
    await field.fill('bajra')
    await expect(options).toHaveCount(0)
    await field.fill('रागी')
    const mix = page.getByRole('option', { name: 'Ragi Meal Mix' })
    if (isMobile) await mix.tap()
    else await mix.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Ragi Meal Mix' })).toBeVisible()
    await expect(options).toHaveCount(0)
    await page.goBack()
    await expect(field).toHaveValue('रागी')
  })
})

test('impact cards turn by tap and by keyboard, and the goals name their shares', async ({
  page,
  isMobile,
}) => {
  await page.goto('/hydration/impact')
  const turn = (question: RegExp) => page.getByRole('button', { name: question })
  const anaemia = turn(/^Turn over.*women aged 15 to 49/)
  if (isMobile) await anaemia.tap()
  else await anaemia.click()
  await expect(anaemia).toHaveAttribute('aria-pressed', 'true')
  const water = turn(/^Turn over.*fresh water/)
  await water.focus()
  await page.keyboard.press('Enter')
  await expect(water).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Space')
  await expect(water).toHaveAttribute('aria-pressed', 'false')
  const goals = page.getByRole('region', { name: '2030 goals' })
  for (const share of ['18%', '12%', '7%']) await expect(goals.getByText(share).first()).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search is a plain form', async ({ page, isMobile }) => {
    await page.goto('/products')
    const header = page.getByRole('banner')
    if (isMobile) await header.getByRole('link', { name: 'Search' }).click()
    const field = isMobile
      ? page.getByLabel('Products and recipes', { exact: true })
      : header.getByLabel('Search products and recipes')
    await field.fill('ragee')
    await field.press('Enter')
    await expect(page.getByRole('link', { name: 'Ragi Meal Mix' })).toBeVisible()
    await expect(page.getByLabel('Products and recipes', { exact: true })).toHaveValue('ragee')
  })
})
