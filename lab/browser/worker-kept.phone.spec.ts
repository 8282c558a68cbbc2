/** A shared phone without a network: a worker returns by PIN after the browser was closed. */
import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { withPhone } from '#tests/e2e/phone-network.ts'
import { countOf, newTask } from '#tests/e2e/programme.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { fillCard, joinButton, newCard, PIN } from '#tests/e2e/worker-card.ts'
import { HOME, panelOf, photoPath, waitUntilStored } from '#tests/e2e/worker-phone.ts'

test.use({ cutsNetwork: true })

async function openByPin(page: Page, pin: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'नेटवर्क नहीं है' })).toBeVisible()
  await page.getByRole('radio', { name: 'Lakshmi G.' }).check()
  await page.getByLabel('पिन, 6 अंक').fill(pin)
  await page.getByRole('button', { name: 'मेरा काम खोलें' }).click()
}

/** Returns everything in the phone's queue and list of workers, as text. */
const readQueue = (page: Page) =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open('phone-queue'))
    const names = [...db.objectStoreNames]
    const transaction = db.transaction(names)
    const rows = await Promise.all(names.map((name) => done(transaction.objectStore(name).getAll())))
    db.close()
    return JSON.stringify(rows)
  })

test('a worker opens unsent work by PIN without a network, and sends it after signing in', async () => {
  const card = await newCard('Lakshmi Gowda')
  await withPhone(async (phone) => {
    const first = await phone.open()
    await first.goto(card.path)
    // A PIN that is easy to guess is refused before the next question is answered.
    const newPin = first.getByRole('textbox', { name: 'नया पिन, 6 अंक' })
    await newPin.fill('121212')
    await expect(first.getByRole('alert')).toHaveText('यह पिन बहुत आसान है। दूसरा पिन चुनें।')
    await newPin.fill(PIN)
    await expect(first.getByRole('alert')).toHaveCount(0)
    await expect(newPin).toHaveAttribute('type', 'password')
    await first.getByRole('button', { name: 'लिखा हुआ दिखाएँ' }).first().click()
    await expect(newPin).toHaveAttribute('type', 'text')
    await fillCard(first, card.path, 'shared')
    await joinButton(first).click()
    await waitUntilStored(first, `${HOME}?tab=pay`)
    const { id } = await (await first.request.get(`${HOME}/session.json`)).json()
    const task = await newTask({ id, email: '', fullName: card.name, phone: card.phone }, { quantity: 40 })
    await first.goto(`${HOME}?tab=active`)
    await waitUntilStored(first, photoPath(task))

    await phone.cut()
    await panelOf(first, task).getByRole('button', { name: 'काम शुरू करें' }).click()
    await panelOf(first, task).getByRole('button', { name: '10 और हो गए' }).click()
    await expect(panelOf(first, task)).toContainText('हो गया: 10। बाकी: 30।')
    await first.getByRole('button', { name: 'बदलें' }).click()
    const stillUnsent = first.getByRole('button', { name: 'फिर भी लॉग आउट' }).first()
    await expect(stillUnsent).toBeVisible()
    await stillUnsent.click()

    await openByPin(first, '593017')
    await expect(first.getByRole('alert')).toContainText('यह पिन सही नहीं है')
    await expectAccessible(first, 'the PIN without a network')
    expect(await readQueue(first)).toContain(task.id)
    expect(await readQueue(first)).not.toMatch(new RegExp(`${task.name}|"step"`))
    await openByPin(first, PIN)
    await expect(first.getByText('यह फ़ोन: Lakshmi Gowda')).toBeVisible()
    await first.goto(`${HOME}?tab=active`)
    await expect(panelOf(first, task)).toContainText('हो गया: 10। बाकी: 30।')
    await phone.close()

    const later = await phone.open()
    await later.goto(HOME)
    await openByPin(later, PIN)
    await expect(later.getByText('यह फ़ोन: Lakshmi Gowda')).toBeVisible()
    await later.goto(`${HOME}?tab=active`)
    await panelOf(later, task).getByRole('button', { name: '1 और हो गया' }).click()
    await expect(panelOf(later, task)).toContainText('हो गया: 11। बाकी: 29।')
    await phone.restore()
    await later.goto('/worker/signin')
    await later.getByRole('textbox', { name: 'मोबाइल नंबर' }).fill(card.phone)
    await later.getByRole('textbox', { name: 'पिन, 6 अंक' }).fill(PIN)
    await later.getByRole('radio', { name: /साझा फ़ोन/ }).check()
    await later.getByRole('main').getByRole('button', { name: 'लॉग इन करें', exact: true }).click()
    await expect.poll(() => countOf(task)).toBe(11)
  })
})
