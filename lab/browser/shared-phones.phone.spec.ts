/** Phones that are closed or cut: a worker's own, one without cookieStore, one before its scripts load. */
import { withPhone } from '#tests/e2e/phone-network.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { expectNothingOf, fillCard, join, joinButton, newCard } from '#tests/e2e/worker-card.ts'
import { HOME } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

test('the worker’s own phone opens the screens after its browser was closed', async () => {
  const card = await newCard('Lakshmi Shetty')
  await withPhone(async (phone) => {
    await join(phone, card, 'own')
    await phone.cut()
    await phone.close()
    const later = await phone.open()
    await later.goto(`${HOME}?tab=pay`)
    await expect(later.getByText('यह फ़ोन: Lakshmi Shetty')).toBeVisible()
  })
})

test('nothing opens after the pages were closed, in a browser without cookieStore', async () => {
  const card = await newCard('Lakshmi Patil')
  await withPhone(async (phone) => {
    const page = await join(phone, card, 'shared')
    const workers = page.context().serviceWorkers()
    expect(workers.length).toBeGreaterThan(0)
    for (const worker of workers)
      await worker.evaluate(() => Object.defineProperty(self, 'cookieStore', { value: undefined }))
    await phone.cut()
    await page.goto(`${HOME}?tab=pay`)
    await expect(page.getByText('यह फ़ोन: Lakshmi Patil')).toBeVisible()
    const blank = await page.context().newPage()
    await page.close()
    await expectNothingOf(blank, 'Lakshmi')
  })
})

test('the next worker sees nothing when the network is cut after a form without scripts', async () => {
  const [card, next] = [await newCard('Lakshmi Hegde'), await newCard('Lakshmi Bhat')]
  await withPhone(async (phone) => {
    const page = await join(phone, card, 'shared')
    await fillCard(page, next.path, 'shared')
    phone.network.cutAfter = '/worker/join'
    await joinButton(page).evaluate((button) => (button as HTMLButtonElement).form?.submit())
    await expect.poll(() => phone.network.isCut).toBe(true)
    await page.context().setOffline(true)
    await expectNothingOf(page, 'Hegde')
  })
})
