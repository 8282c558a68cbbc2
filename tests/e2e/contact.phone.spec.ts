/** Messages to the shop and its newsletter. */
import { randomUUID } from 'node:crypto'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'

test('a message gets a ticket and reaches the shop, from both sides', async ({ page }) => {
  for (const path of ['/contact', '/hydration/contact']) {
    const name = `Asha ${randomUUID().replace(/[^a-z]/g, '')}`
    const form = page.getByRole('region', { name: 'Write to us' })
    await page.goto(path)
    await form.getByRole('button', { name: 'Send Message' }).tap()
    await expect(form.locator('[aria-invalid=true]')).toHaveCount(4)
    await expectAccessible(page, 'four errors')
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Email').fill(`asha-${randomUUID()}@example.test`)
    await form.getByLabel('Subject').selectOption('Bulk Order Inquiry')
    await form.getByLabel('Message').fill('Forty boxes for a canteen in Hubballi, please.')
    // The response waits until the label has changed.
    const held = Promise.withResolvers<void>()
    await page.route(/contact/, async (route) => {
      if (route.request().method() === 'POST') await held.promise
      await route.continue()
    })
    await form.getByRole('button', { name: 'Send Message' }).tap()
    await expect(form.getByRole('button', { name: 'Sending...' })).toBeVisible()
    held.resolve()
    await expect(page.getByText('Message sent successfully!')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/ticket/i)
    await mailTo(page, 'support@demo.test', new RegExp(name))
    await page.unrouteAll()
  }
  const faq = page.getByRole('region', { name: 'Questions people ask' })
  for (const question of ['How long does a box keep?', 'Is there a subscription?']) {
    await faq.getByText(question).tap()
    await expect(faq.locator('details[open]')).toHaveCount(1)
  }
  await expect(faq.locator('details[open]')).toContainText('Is there a subscription?')
})

test('the newsletter comes after a confirmation, and ends with one click', async ({ page }) => {
  const email = `news-${randomUUID()}@example.test`
  await page.goto('/about')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email address').fill(email)
  await footer.getByRole('button', { name: 'Sign up' }).tap()
  await expect(footer.getByRole('status')).not.toBeEmpty()
  await page.goto(linkIn((await mailTo(page, email, /confirm your subscription/)).text))
  await page.getByRole('main').getByRole('button').tap()
  await page.goto(linkIn((await mailTo(page, email, /You are on the list/)).text))
  await page.getByRole('main').getByRole('button').tap()
  await expect(page.getByRole('main').getByRole('button')).toBeHidden()
  await expectAccessible(page, 'unsubscribed')
})
