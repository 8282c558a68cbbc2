import { expect, test } from '#tests/e2e/shop-page.ts'

test('the API’s description works under the policy, which refuses its page other markup', async ({
  page,
}) => {
  const troubles: string[] = []
  page.on('pageerror', ({ message }) => troubles.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })
  await page.goto('/api/docs')
  const operation = page.locator('.opblock', { hasText: '/products' }).first()
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await expect(operation.locator('.live-responses-table')).toBeVisible()
  await expect(operation.locator('.live-responses-table .microlight').first()).toContainText('name')
  expect(troubles).toEqual([])
  const tried = await page.evaluate(() => {
    let reported = 0
    addEventListener('error', (event) => {
      reported += 1
      event.preventDefault()
    })
    const place = document.createElement('div')
    place.innerHTML = '<img src="x" onerror="window.wasRun = true">'
    return { written: place.innerHTML, reported }
  })
  expect(tried).toEqual({ written: '', reported: 1 })
})
