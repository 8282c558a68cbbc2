import { randomUUID } from 'node:crypto'
import { expect, findLink, test, waitForMail } from '#tests/e2e/shop-page.ts'

test('a visitor sends a message to the shop, subscribes to the newsletter and unsubscribes', async ({
  page,
}) => {
  const email = `asha-${randomUUID()}@example.test`
  const form = page.getByRole('region', { name: 'Write to us' })
  await page.goto('/contact')
  await form.getByRole('button', { name: 'Send Message' }).tap()
  await expect(form.locator('[aria-invalid=true]')).toHaveCount(4)
  await form.getByLabel('Name').fill('Asha Rao')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Subject').selectOption('Bulk Order Inquiry')
  await form.getByLabel('Message').fill('Forty boxes for a canteen in Hubballi, please.')
  // The response waits until the label has changed.
  const labelChecked = Promise.withResolvers<void>()
  await page.route(/contact/, async (route) => {
    if (route.request().method() === 'POST') await labelChecked.promise
    await route.continue()
  })
  await form.getByRole('button', { name: 'Send Message' }).tap()
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeVisible()
  labelChecked.resolve()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/ticket/i)

  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Email address').fill(email)
  await footer.getByRole('button', { name: 'Sign up' }).tap()
  await expect(footer.getByRole('status')).not.toBeEmpty()
  await page.goto(findLink((await waitForMail(page, email, /confirm your subscription/)).text))
  await page.getByRole('main').getByRole('button').tap()
  await page.goto(findLink((await waitForMail(page, email, /You are on the list/)).text))
  await page.getByRole('main').getByRole('button').tap()
  await expect(page.getByRole('main').getByRole('button')).toBeHidden()
})
