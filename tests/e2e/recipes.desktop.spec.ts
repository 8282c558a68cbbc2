/** Play with Your Food: the wheel, the recipe it picks, and the list with search and filters. */
import type { Locator, Page } from '@playwright/test'
import { filterRecipes, type RecipeFilter } from '#app/recipes/recipe-filter.ts'
import { RECIPES } from '#content/recipes/recipes.ts'
import { WHEEL } from '#content/recipes/wheel.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

const PATH = '/play-with-food'

/** The name of the dish at which the wheel stopped; the page shows the recipe. */
async function stoppedAt(page: Page): Promise<string> {
  const result = page.getByText(/^The wheel stopped at /)
  await expect(result).toBeVisible()
  const dish = /^The wheel stopped at (.+)\.$/.exec((await result.textContent()) ?? '')?.[1] ?? ''
  expect(WHEEL.map(({ name }) => name)).toContain(dish)
  await expect(page.getByRole('region', { name: `Featured recipe: ${dish}` })).toBeVisible()
  return dish
}

test('the wheel turns, stops at one of its six, and shows that dish', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(PATH)
  await page.getByRole('button', { name: 'Spin the wheel' }).click()
  await expect(page.getByRole('button', { name: 'Spinning...' })).toBeDisabled()
  await expect(page.locator('.wheel-disc')).toHaveCSS('transition-duration', '3s')
  await stoppedAt(page)
  await expect(page.getByRole('button', { name: 'Spin the wheel' })).toBeFocused()
})

test('with reduced motion the dish comes at once, and the wheel does not turn', async ({ page }) => {
  await page.goto(PATH)
  const seen = await page
    .getByRole('button', { name: 'Spin the wheel' })
    .evaluate(async (button: HTMLButtonElement) => {
      button.click()
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      const disc = document.querySelector('.wheel-disc')
      return {
        label: button.textContent,
        seconds: Number.parseFloat(disc ? getComputedStyle(disc).transitionDuration : ''),
      }
    })
  expect(seen.label).toBe('Spin the wheel')
  expect(seen.seconds).toBeLessThan(0.001)
  await stoppedAt(page)
})

/** The list shows the filtered recipes and their number, and the address contains the filter. */
async function expectList(page: Page, list: Locator, filter: RecipeFilter, query: string) {
  const found = filterRecipes(RECIPES, filter)
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(found.map(({ name }) => name))
  await expect(list.getByRole('status')).toHaveText(`${found.length} of ${RECIPES.length} recipes`)
  await expect(page).toHaveURL(`${PATH}${query}`)
}

test('search and both filters are in the address: a reload keeps them, and so does coming back', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto(PATH)
  const list = page.getByRole('region', { name: 'All recipes' })
  await expect(list.getByRole('status')).toHaveText(`${RECIPES.length} recipes`)
  const search = list.getByLabel('Search recipes')
  await search.fill('CURD')
  await expectList(page, list, { q: 'curd', appliances: [], methods: [] }, '?q=CURD')
  await list.getByLabel('Pan', { exact: true }).check()
  await list.getByLabel('Microwave').check()
  await list.getByLabel('Steamed').check()
  const filter: RecipeFilter = { q: 'curd', appliances: ['pan', 'microwave'], methods: ['steamed'] }
  const query = '?q=CURD&appliance=pan&appliance=microwave&method=steamed'
  await expectList(page, list, filter, query)
  expect(filterRecipes(RECIPES, filter).length).toBeGreaterThan(0)

  const kept = async () => {
    await expectList(page, list, filter, query)
    await expect(search).toHaveValue('CURD')
    await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(3)
  }
  await page.reload()
  await kept()
  await page.getByRole('link', { name: /^Cook or print/ }).click()
  await expect(page).toHaveURL(`${PATH}/${WHEEL[0]?.id}`)
  await page.goBack()
  await kept()

  await search.fill('no such thing')
  await expect(list.getByRole('heading', { name: 'No recipes found' })).toBeVisible()
  await expect(list.getByText('Try adjusting your filters or search terms.')).toBeVisible()
  await list.getByRole('link', { name: 'Show all recipes' }).click()
  await expect(list.getByRole('status')).toHaveText(`${RECIPES.length} recipes`)
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL(`${PATH}#recipes`)
})

test('filtering adds nothing to the way back', async ({ page }) => {
  await page.goto('/about')
  await page.goto(PATH)
  const list = page.getByRole('region', { name: 'All recipes' })
  await list.getByLabel('Search recipes').fill('idli')
  await list.getByLabel('Steamed').check()
  await expect(page).toHaveURL(`${PATH}?q=idli&method=steamed`)
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a card features its recipe, and the page goes up to it', async ({ page }) => {
  await page.goto(PATH)
  const card = page.getByRole('link', { name: 'Idli', exact: true })
  await card.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300)
  await card.click()
  const featured = page.getByRole('region', { name: 'Featured recipe: Idli' })
  await expect(featured.getByRole('heading')).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page).toHaveURL(PATH)
  await expect(page.getByRole('heading', { name: 'Ingredients of Idli' })).toBeVisible()
})
