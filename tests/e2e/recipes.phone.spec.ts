/** Play with Your Food: the wheel, the recipe it picks, and the list with search and filters. */
import type { Locator, Page } from '@playwright/test'
import { filterRecipes, type RecipeFilter } from '#content/recipes/recipe-filter.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { WHEEL } from '#content/recipes/wheel.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const PATH = '/play-with-food'

/** Expects the wheel to have stopped at one of its dishes, which the page features. */
async function expectStopped(page: Page): Promise<void> {
  const result = page.getByText(/^The wheel stopped at /)
  await expect(result).toBeVisible()
  const dish = /^The wheel stopped at (.+)\.$/.exec((await result.textContent()) ?? '')?.[1] ?? ''
  expect(WHEEL.map(({ name }) => name)).toContain(dish)
  await expect(page.getByRole('region', { name: `Featured recipe: ${dish}` })).toBeVisible()
}

/** Expects the list to show the filtered recipes and their number, and the address to contain the filter. */
async function expectList(page: Page, list: Locator, filter: RecipeFilter, query: string): Promise<void> {
  const recipes = filterRecipes(RECIPES, filter)
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(recipes.map(({ name }) => name))
  await expect(list.getByRole('status')).toHaveText(`${recipes.length} of ${RECIPES.length} recipes`)
  await expect(page).toHaveURL(`${PATH}${query}`)
}

test('filters survive Back and a reload, the wheel picks a recipe, and tapping a card features its recipe', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto(PATH)
  const list = page.getByRole('region', { name: 'All recipes' })
  const search = list.getByLabel('Search recipes')
  await search.fill('CURD')
  await expectList(page, list, { q: 'curd', appliances: [], methods: [] }, '?q=CURD')
  for (const label of ['Pan', 'Microwave', 'Steamed']) await list.getByLabel(label, { exact: true }).check()
  const filter: RecipeFilter = { q: 'curd', appliances: ['pan', 'microwave'], methods: ['steamed'] }
  const query = '?q=CURD&appliance=pan&appliance=microwave&method=steamed'
  expect(filterRecipes(RECIPES, filter).length).toBeGreaterThan(0)
  await expectList(page, list, filter, query)
  // Filtering adds no history entry.
  await page.goBack()
  await expect(page).toHaveURL('/about')
  await page.goForward()
  await expectList(page, list, filter, query)
  await page.reload()
  await expectList(page, list, filter, query)
  await page.getByRole('link', { name: /^Cook or print/ }).tap()
  await expect(page).toHaveURL(`${PATH}/${WHEEL[0]?.id}`)
  await page.goBack()
  await expectList(page, list, filter, query)
  await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(3)

  const spin = page.getByRole('button', { name: 'Spin the wheel' })
  const wheel = await page.locator('.wheel').boundingBox()
  // The button is beside the wheel, also on a phone.
  expect((await spin.boundingBox())?.y).toBeLessThan((wheel?.y ?? 0) + (wheel?.height ?? 0))
  const duration = await spin.evaluate(async (button: HTMLButtonElement) => {
    button.click()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const disc = document.querySelector('.wheel-disc')
    return Number.parseFloat(disc ? getComputedStyle(disc).transitionDuration : '')
  })
  expect(duration).toBeLessThan(0.001)
  await expectStopped(page)

  await search.fill('no such thing')
  await expect(list.getByRole('heading', { name: 'No recipes found' })).toBeVisible()
  await list.getByRole('link', { name: 'Show all recipes' }).tap()
  await expect(list.getByRole('status')).toHaveText(`${RECIPES.length} recipes`)
  await page.getByRole('link', { name: 'Idli', exact: true }).tap()
  const featured = page.getByRole('region', { name: 'Featured recipe: Idli' })
  await expect(featured.getByRole('heading')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})
