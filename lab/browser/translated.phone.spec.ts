/** Pages that the browser translates, as Chrome does: they show later changes and throw no error. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { DASHBOARD, newOrders, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { newCustomer, requestAsAdmin } from '#tests/e2e/signed-in.ts'

/** Replaces texts, and texts that change later, as Google Translate does. Texts of options get a mark. */
async function translate(page: Page): Promise<void> {
  const isTranslated = await page.evaluate(() => {
    const LEFT = '[translate=no], font, script, style, noscript, textarea, title, svg'
    const replaced: { font: Element; text: Text }[] = []
    const replace = (text: Text) => {
      const parent = text.parentElement
      if (!parent || text.data.trim() === '' || parent.closest(LEFT)) return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = parent.closest('option') ? `${text.data} *` : text.data
      outer.append(inner)
      text.replaceWith(outer)
      replaced.push({ font: outer, text })
    }
    const replaceIn = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Node[] = node instanceof Text ? [node] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) replace(text as Text)
    }
    replaceIn(document.body)
    const observer = new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of [target, ...addedNodes]) replaceIn(node)
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    const showOriginal = () => {
      observer.disconnect()
      for (const { font, text } of replaced) if (font.isConnected) font.replaceWith(text)
    }
    addEventListener('show-original', showOriginal, { once: true })
    return document.querySelectorAll('main font font').length > 5
  })
  expect(isTranslated).toBe(true)
}

/** Expects that `work` replaces the old text with the new text. */
async function expectChange(place: Locator, oldText: string, newText: string, work: () => Promise<unknown>) {
  await expect(place).toContainText(oldText)
  await work()
  await expect(place).toContainText(newText)
  await expect(place).not.toContainText(oldText)
}

test('translated pages show later changes: product, picker, cart, checkout and lists of the dashboard', async ({
  page,
}) => {
  await newCustomer(page)
  const main = page.getByRole('main')
  const button = (name: string | RegExp) => main.getByRole('button', { name })

  await page.goto('/product/ragi-mix')
  await translate(page)
  const bar = page.locator('.buy-bar')
  await expectChange(bar, '₹279', '₹558', () => button('Increase quantity').first().tap())
  await expectChange(bar, '₹558', '₹837', () => button('Increase quantity').first().tap())
  await button('Add to Cart').first().tap()
  await expect(page.getByText('Added to cart')).toBeVisible()
  const badge = page.getByRole('banner').getByRole('link', { name: /^Cart/ })
  await expect(badge).toHaveAccessibleName('Cart 3 items')

  await page.goto('/product/00000000-0000-4000-8000-000000000001')
  const original = await main.textContent()
  await translate(page)
  await page.evaluate(() => dispatchEvent(new Event('show-original')))
  await expect(main.locator('font')).toHaveCount(0)
  expect(await main.textContent()).toBe(original)
  await translate(page)
  const picker = main.getByRole('region', { name: 'Pick your tastemakers' })
  const sambar = picker.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Sambar/ }) })
  await expect(picker).toContainText('0/10 selected')
  await button(/^Sambar/).tap()
  await expect(sambar).toContainText('1 picked')
  await expectChange(picker, '1/10 selected', '2/10 selected', () => button(/^Sambar/).tap())
  await expectChange(sambar, '2 picked', '1 picked', () => button('Take one Sambar out').tap())
  await expectChange(sambar, '1 picked', 'No extra charge', () => button('Take one Sambar out').tap())
  await expect(bar).toContainText('Select 10 Tastemakers')
  for (let pick = 0; pick < 10; pick += 1) await button(/^Sambar/).tap()
  await expect(bar).toContainText('Ready to add to cart!')
  await expectChange(bar, 'Ready to add to cart!', 'Select 10 Tastemakers', () => button('Clear all').tap())

  await badge.tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart' })).toBeVisible()
  const summary = main.locator('section').filter({ hasText: 'Order Summary' }).last()
  const ragi = main.getByRole('listitem').filter({ hasText: 'Ragi Meal Mix' })
  await expect(ragi).toContainText('₹837')
  await expectChange(summary, '₹837.00', '₹558.00', () => button('Decrease quantity').tap())
  await expect(ragi).toContainText('₹558')
  await expect(ragi).not.toContainText('₹837')
  await expectChange(summary, '₹558.00', '₹279.00', () => button('Decrease quantity').tap())
  await button('Remove Ragi Meal Mix').tap()
  await expect(main).toContainText('Your cart is empty')
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(summary).toContainText('₹279.00')

  const code = `FONT-${randomUUID().slice(0, 8).toUpperCase()}`
  const coupon = { code, name: 'Translated', discount_type: 'fixed', discount_value: 79, min_order_amount: 0 }
  expect((await requestAsAdmin('POST', '/coupons', coupon)).status).toBe(201)
  await main.getByRole('link', { name: 'Proceed to Checkout' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await button('Continue to Payment').tap()
  await expect(main).toContainText('Please enter a PIN code')
  await page.getByLabel('Full name').fill('Meera Nair')
  await page.getByLabel('Phone').fill('+91 98450 12345')
  await page.getByLabel('Address line 1').fill('12 Lake View')
  await page.getByLabel('City').fill('Kochi')
  await page.getByLabel('State').selectOption('Kerala *')
  await page.getByLabel('PIN code').fill('682001')
  await page.getByLabel('Coupon code').fill('NOPE')
  await button('Apply').tap()
  await expect(main).toContainText('Invalid coupon code')
  await page.getByLabel('Coupon code').fill(code)
  await button('Apply').tap()
  await expect(main).not.toContainText('Invalid coupon code')
  await expect(main).toContainText('−₹79.00')
  await expectChange(main, '−₹79.00', 'Coupon code', () => button(/^Remove code/).tap())
  await button('Continue to Payment').tap()
  await expect(page.getByRole('heading', { name: 'Payment Method' })).toBeVisible()
  await expect(main).toContainText('Kochi, Kerala')
  await button('Place Order').tap()
  await expectChange(main, 'Please select a payment method', 'To pay', () =>
    page.getByRole('radio', { name: /^Cash on Delivery/ }).check(),
  )
  await button('Place Order').tap()
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()

  const { fullName } = await newOrders(3)
  await signInAdmin(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${DASHBOARD}/orders?q=${encodeURIComponent(fullName)}`)
  await translate(page)
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  await expect(rows).toHaveCount(4)
  const boxes = page.getByLabel(/^Select order/)
  await boxes.nth(0).check()
  await expectChange(main, '1 order selected', '2 orders selected', () => boxes.nth(1).check())
  await expectChange(main, '2 orders selected', 'Select all on this page', () => button('Clear').click())
  const status = page.getByRole('search').getByRole('combobox', { name: /^Status/ })
  await expectChange(main, '1 to 3', 'No orders found', () => status.selectOption('cancelled'))
  await status.selectOption('pending')
  await expectChange(main, 'No orders found', '1 to 3', () => expect(rows).toHaveCount(4))
})

test('a page that the browser has translated works without scripts', async ({ page }) => {
  await page.mainFrame().goto('/product/ragi-mix')
  await page.evaluate(() => {
    const title = document.querySelector('h1')
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    inner.append(...(title?.childNodes ?? []))
    outer.append(inner)
    title?.append(outer)
  })
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().tap()
  await expect(page).toHaveURL(/\/cart/)
  await expect(page.getByRole('main')).toContainText('Ragi Meal Mix')
})
