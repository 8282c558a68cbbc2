import { randomUUID } from 'node:crypto'
import { expect, linkIn, mailTo, test } from '#tests/e2e/shop-page.ts'

test('a message gets a ticket and reaches the shop; the newsletter is confirmed, and ends with one click', async ({
  page,
}) => {
  const name = `Asha ${randomUUID().replace(/[^a-z]/g, '')}`
  const email = `asha-${randomUUID()}@example.test`
  const form = page.getByRole('region', { name: 'Write to us' })
  await page.goto('/contact')
  await form.getByRole('button', { name: 'Send Message' }).tap()
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(4)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
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

  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email address').fill(email)
  await footer.getByRole('button', { name: 'Sign up' }).tap()
  await expect(footer.getByRole('status')).not.toBeEmpty()
  await page.goto(linkIn((await mailTo(page, email, /confirm your subscription/)).text))
  await page.getByRole('main').getByRole('button').tap()
  await page.goto(linkIn((await mailTo(page, email, /You are on the list/)).text))
  await page.getByRole('main').getByRole('button').tap()
  await expect(page.getByRole('main').getByRole('button')).toBeHidden()
})
