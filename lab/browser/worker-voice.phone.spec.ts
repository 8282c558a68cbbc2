/** The worker's screens in other languages, with sound and signs. */

import { giveVoices, readSpokenTexts } from '#lab/browser/voices.ts'
import { findWorker } from '#shop/programme/workers.read.ts'
import { newTask, newWorker } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopDatabase } from '#tests/e2e/signed-in.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

test('a task has signs, figures and sound in Hindi, and no sound button in a language without a voice', async ({
  page,
}) => {
  await giveVoices(page, ['en_IN', 'hi_IN'])
  const worker = await newWorker()
  await newTask(worker, {
    task_name: 'Stick labels on jars',
    quantity: 30,
    unit: 'jars',
    payment_amount: 1250.5,
    completion_deadline: `${new Date().getFullYear() + 1}-11-24T18:29:59Z`,
  })
  await openSession(page.context(), worker.email)
  await page.goto(`${HOME}?tab=active`)
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  expect((await findWorker(shopDatabase(), worker.id))?.language).toBe('hi')
  const panel = page.getByRole('listitem').filter({ hasText: 'शीशियों पर लेबल लगाना' }).first()
  for (const text of ['30 शीशियाँ', '₹1,250.50', '24 नवंबर']) await expect(panel).toContainText(text)
  await expect(panel.getByRole('heading')).toHaveAttribute('lang', 'hi')
  await expect(panel.getByText('Count twice.', { exact: true })).toHaveAttribute('lang', 'en')
  const steps = panel.getByRole('list').first().getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')

  // The page reads nothing aloud before the worker presses the button; a second press stops it.
  expect(await readSpokenTexts(page)).toEqual([])
  await panel.getByRole('button', { name: 'सुनें' }).click()
  const spoken = await readSpokenTexts(page)
  expect(spoken.map(([, text]) => text).join(' ')).toContain('1250 रुपये और 50 पैसे मिलेंगे')
  expect(spoken).toContainEqual(['en-IN', 'Count twice.'])
  expect(spoken[0]?.[0]).toBe('hi-IN')
  await panel.getByRole('button', { name: 'रोकें' }).click()
  await expect(panel.getByRole('button', { name: 'सुनें' })).toBeVisible()
  await panel.getByRole('button', { name: 'काम शुरू करें', exact: true }).click()
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  await panel.getByRole('button', { name: '1 और हो गया', exact: true }).click()
  await expect(panel.locator('.count-number')).toHaveText('1 / 30')

  await page.getByRole('button', { name: 'मराठी', exact: true }).click()
  await expect(page.locator('.worker-sample')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'बरण्यांवर लेबल लावणे' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'ऐका' })).toHaveCount(0)
})
