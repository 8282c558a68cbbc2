import { expect, test } from '#tests/e2e/shop-page.ts'

test('the API documentation works under the content security policy, which blocks markup with handlers', async ({
  page,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto('/api/docs')
  const operation = page.locator('.opblock', { hasText: '/products' }).first()
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await expect(operation.locator('.live-responses-table')).toBeVisible()
  await expect(operation.locator('.live-responses-table .microlight').first()).toContainText('name')
  expect(errors).toEqual([])
  const result = await page.evaluate(() => {
    let reported = 0
    addEventListener('error', (event) => {
      reported += 1
      event.preventDefault()
    })
    const place = document.createElement('div')
    place.innerHTML = '<img src="x" onerror="window.wasRun = true">'
    return { written: place.innerHTML, reported }
  })
  expect(result).toEqual({ written: '', reported: 1 })
})
