/** If a page's scripts fail, as in a browser that is too old, the page works as it does without JavaScript. */
import { expect, test } from '#tests/e2e/shop-page.ts'

const FAILURE = 'a.toSorted is not a function'
test.use({ allowed: new RegExp(FAILURE) })

test('a shopper whose browser cannot run the scripts adds a product and goes on to the checkout', async ({
  page,
  context,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  const body = `throw new TypeError("${FAILURE}")`
  // Replace all scripts, because the build decides which script starts the page.
  await context.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  // Disables the fallback that sends forms without scripts after ten seconds, so that only the failure can do it.
  await page.addInitScript(() => {
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout: (work: () => void, ms = 0) => (ms < 10_000 ? setTimeout(work, ms) : 0),
    })
  })
  const main = page.getByRole('main')
  // The fixture's `page.goto` would wait for hydration, which never happens here.
  await page.mainFrame().goto('/product/ragi-mix')
  // The scripts start with the first touch. The press waits for them and, when they fail, submits the form.
  await main.getByRole('button', { name: 'Add to Cart' }).first().tap()
  await expect(page).toHaveURL(/\/cart/)
  await expect(main).toContainText(/ragi/i)
  expect(errors).toContain(FAILURE)
  await main
    .getByRole('link', { name: /checkout/i })
    .first()
    .tap()
  await expect(page).toHaveURL(/\/(checkout|auth)/)
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
})
