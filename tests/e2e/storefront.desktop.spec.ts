/** Opening, counting and sending on the public pages. */
import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { expectGoodAtBothWidths } from '#tests/e2e/axe.ts'
import { expect, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'

test('each flavour has its pictures, from the first to the last and back to the four', async ({ page }) => {
  await page.goto('/hydration')
  await page.getByRole('link', { name: /^Mango chilli/ }).click()
  const panel = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'Back to Flavors' }) })
  const previous = panel.getByRole('button', { name: 'Previous picture' })
  const next = panel.getByRole('button', { name: 'Next picture' })
  await expect(previous).toBeDisabled()
  for (const place of ['2 of 4', '3 of 4', '4 of 4']) {
    await next.click()
    await expect(panel.getByText(place)).toBeVisible()
  }
  await expect(next).toBeDisabled()
  // The focus survives the button that had it.
  await expect(previous).toBeFocused()
  await expectGoodAtBothWidths(page, 'flavour open')
  await page.getByRole('link', { name: 'Back to Flavors' }).click()
  await expect(page.getByRole('link', { name: /^Ginger lemon/ })).toBeVisible()
  await expect(next).toBeHidden()
})

test('a box shows its label, is counted, and goes into the cart', async ({ page }) => {
  await page.goto('/hydration')
  const opener = page.getByRole('link', { name: /^Nutrition and ingredients.*: Flavoured Box/ })
  await opener.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sodium')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  const steps = page.getByRole('group', { name: /^Quantity of .* Flavoured Box/ })
  await expect(steps.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled()
  await steps.getByRole('button', { name: 'Increase quantity' }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart 2 items',
  )
})

test('one answer is open at a time', async ({ page }) => {
  await page.goto('/hydration/contact')
  const faq = page.getByRole('region', { name: 'Questions people ask' })
  const open = faq.locator('details[open]')
  await faq.getByText('How long does a box keep?').click()
  await expect(open).toHaveCount(1)
  await faq.getByText('Is there a subscription?').click()
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('Is there a subscription?')
  await expect(faq.locator('details')).toHaveCount(7)
})

test('addresses that moved lead on', async ({ page }) => {
  await page.goto('/shop')
  await expect(page).toHaveURL('/products')
  await page.goto('/privacy')
  await expect(page).toHaveURL('/privacy-policy')
})

test('the info dialog shows all details, and returns the focus', async ({ page }) => {
  await page.goto('/products')
  const info = page.getByRole('link', { name: /Bajra Meal Mix/ }).and(page.locator('[aria-haspopup=dialog]'))
  await info.click()
  const dialog = page.getByRole('dialog')
  for (const text of ['Protein', 'Fiber', 'Calories', 'Ingredients', 'Add to Basket', 'Buy Now']) {
    await expect(dialog.getByText(text).first()).toBeVisible()
  }
  await expectGoodAtBothWidths(page, 'info panel open')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(info).toBeFocused()
})

test('the basket counts, totals, and goes into the cart', async ({ page }) => {
  await page.goto('/products?category=meal-mix')
  await expect(page.getByText('About Our Meal Mixes')).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: 'Ragi Meal Mix' })
  await card.getByRole('button', { name: /Add to Basket/ }).click()
  await card
    .getByRole('button', { name: /more|Increase|\+/i })
    .first()
    .click()
  await expect(page.getByText('₹558', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveAccessibleName(
    'Cart 2 items',
  )
  await expect(page.getByText('₹558', { exact: true })).toBeHidden()
})

async function fillMessage(page: Locator, email: string) {
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Subject').selectOption('Bulk Order Inquiry')
  await page.getByLabel('Message').fill('Forty boxes for a canteen in Hubballi, please.')
}

for (const path of ['/contact', '/hydration/contact']) {
  test(`a message from ${path} is taken, gets a ticket and reaches us`, async ({ page }) => {
    const email = `asha-${randomUUID()}@example.test`
    const form = page.getByRole('region', { name: 'Write to us' })
    await page.goto(path)
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(4)
    await fillMessage(form, email)
    // The response waits until the label has changed.
    const held = Promise.withResolvers<void>()
    await page.route(/contact/, async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await form.getByRole('button', { name: 'Send Message' }).click()
    await expect(form.getByRole('button', { name: 'Sending...' })).toBeVisible()
    held.resolve()
    await expect(page.getByText('Message sent successfully!')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/ticket/i)
    await mailTo(page, 'support@demo.test', /Asha Rao/)
  })
}

test('the newsletter comes after a confirmation, and ends with one click', async ({ page }) => {
  const email = `news-${randomUUID()}@example.test`
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email address').fill(email)
  await footer.getByRole('button', { name: 'Sign up' }).click()
  await expect(footer.getByRole('status')).not.toBeEmpty()
  await page.goto(linkIn((await mailTo(page, email, /confirm your subscription/)).text))
  await page.getByRole('main').getByRole('button').click()
  const welcome = await mailTo(page, email, /You are on the list/)
  await page.goto(linkIn(welcome.text))
  await page.getByRole('main').getByRole('button').click()
  await expect(page.getByRole('main').getByRole('button')).toBeHidden()
  await expectGoodAtBothWidths(page, 'unsubscribed')
})
