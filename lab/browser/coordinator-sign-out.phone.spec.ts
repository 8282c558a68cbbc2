/** Sign-outs of coordinators on phones that store their pages. */
import { cardOf, newPhotos, storePhotos } from '#tests/e2e/coordinator-photos.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { newCoordinator, newGroup } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { openSession, shopOrigin } from '#tests/e2e/signed-in.ts'

test.use({ cutsNetwork: true })

test('a sign-out removes the stored pages, also while the phone stores other pages or without scripts', async () => {
  const { tasks, email } = await newPhotos(1)
  const [waiting] = tasks
  await withPhone(async (phone) => {
    const page = await phone.open()
    await storePhotos(page, email, 1)
    // The service worker asks whose session it is before it stores another person's pages.
    await openSession(page.context(), await newCoordinator(await newGroup()))
    const { promise: until, resolve: release } = Promise.withResolvers<void>()
    const late = { path: '/api/auth/get-session', until, isAnswered: false }
    phone.network.late = late
    await page.goto('/coordinator')
    await expect.poll(() => late.isAnswered).toBe(true)
    await page.getByRole('button', { name: 'Sign Out' }).tap()
    await expect(page).toHaveURL('/')
    release()
    const hasStoredPages = () =>
      page.evaluate(() => navigator.locks.request('keep-screens', () => caches.has('worker-pages')))
    expect(await hasStoredPages()).toBe(false)

    await openSession(page.context(), email)
    await page.goto('/coordinator/photos')
    await expect(cardOf(page, waiting)).toBeVisible()
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const headers = { cookie, origin: shopOrigin() }
    const answer = await fetch(`${shopOrigin()}/auth/signout`, {
      method: 'POST',
      redirect: 'manual',
      headers,
    })
    expect(answer.headers.getSetCookie().join()).toMatch(/\baccount=;/)
    // A browser deletes its cookies when it gets this response.
    await page.context().clearCookies()
    await phone.cut()
    await page.goto('/coordinator/photos')
    await expect(page.getByRole('heading', { name: 'No network' })).toBeVisible()
    await expect(page.getByText(waiting.name)).toHaveCount(0)
  })
})
