import { giveVoices, readSpokenTexts } from '#lab/browser/voices.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { fillCard, joinButton, newCard } from '#tests/e2e/worker-card.ts'

test('a worker’s card and its error messages have pictures and can be read aloud', async ({ page }) => {
  const { path } = await newCard('Lakshmi Kumari')
  await giveVoices(page, ['hi-IN', 'en-IN'])
  await fillCard(page, path, 'own')
  const main = page.getByRole('main')
  const readSpokenText = async () => (await readSpokenTexts(page)).map(([, text]) => text).join(' ')
  await main.getByRole('button', { name: /^सुनें: नमस्ते, Lakshmi जी/ }).click()
  for (const text of ['अभी अपना पिन चुनें', 'यह फ़ोन किसका है', 'पिन सेव करें'])
    expect(await readSpokenText()).toContain(text)
  for (const choice of ['मेरा अपना फ़ोन', 'साझा फ़ोन']) {
    await expect(main.locator('label').filter({ hasText: choice }).locator('svg')).toHaveCount(2)
    await expect(main.getByRole('button', { name: `सुनें: ${choice}` })).toBeVisible()
  }
  for (const label of ['नया पिन, 6 अंक', 'वही पिन फिर से']) await page.getByLabel(label).fill('123456')
  await joinButton(page).click()
  const problem = main.locator('.worker-problem').filter({ hasText: 'यह पिन बहुत आसान है' })
  await expect(problem.locator('> svg')).toBeVisible()
  await problem.getByRole('button').click()
  expect(await readSpokenText()).toContain('यह पिन बहुत आसान है')
  await expectAccessible(page, 'an easy PIN refused')
})
