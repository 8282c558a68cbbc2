import type { Page } from '@playwright/test'
import { signInAdmin } from '#tests/e2e/admin-page.ts'
import { expectAccessible } from '#tests/e2e/axe.ts'
import { orderRagi } from '#tests/e2e/order-ragi.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { asAdmin, newCustomer, shopDatabase, shopOrigin } from '#tests/e2e/signed-in.ts'

const DESK = '/admin/dashboard/packing'

async function orders(page: Page, count: number): Promise<string[]> {
  await newCustomer(page)
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push(await orderRagi(page))
  await page.context().clearCookies()
  await signInAdmin(page)
  return ids
}

const among = (ids: string[]) => ids.map((id) => `&order=${id}`).join('')

/** The pages of a PDF: each has one object of the type Page. */
const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

test('an action is undone within its minute, and nobody is told', async ({ page }) => {
  const ids = await orders(page, 2)
  await page.goto(`${DESK}?stage=confirm${among(ids)}`)
  await page
    .getByRole('checkbox', { name: /^Select order/ })
    .first()
    .uncheck()
  await expect(page.getByText('1 of 2 orders')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('1 order confirmed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 order put back.')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('a carrier’s file is shown line by line before anything changes', async ({ page }) => {
  const ids = await orders(page, 2)
  for (const id of ids) {
    expect((await asAdmin('PUT', `/orders/${id}`, { status: 'processing' })).status).toBe(200)
  }
  await page.goto(`${DESK}?stage=pack${among(ids)}`)
  await page.getByRole('button', { name: 'Mark as packed' }).click()
  await page.getByRole('link', { name: 'Tracking numbers from a file' }).click()
  const upload = async (text: string, encoding: BufferEncoding = 'utf8') => {
    const buffer = Buffer.from(text, encoding)
    await page
      .getByLabel('Carrier’s file, CSV')
      .setInputFiles({ name: 'awb.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Check the file' }).click()
  }
  await upload('name,phone\nA,1\n')
  await expect(page.getByText(/missing: the order .* and the number/)).toBeVisible()
  await upload(
    `\ufeffOrder ID;AWB No.;Courier\n${ids[0]};F-${ids[0]};DTDC\n${ids[1]};F-${ids[0]};DTDC\nffffffffff;F-3;\n`,
  )
  await expect(page.getByText('This number is in the file twice')).toHaveCount(2)
  await expect(page.getByText('There’s no such order')).toBeVisible()
  await upload(`\ufeffOrder ID\tAWB\tWaybill\n${ids[0]}\tA-${ids[0]}\tW-${ids[0]}\n`, 'utf16le')
  await expect(page.getByText('The tracking number can be in “AWB” (column 2) or “Waybill”')).toBeVisible()
  await expectAccessible(page, 'columns to choose')
  await page.getByLabel('The tracking number').selectOption({ index: 2 })
  await page.getByRole('button', { name: 'Read these columns' }).click()
  await expect(page.getByRole('cell', { name: `W-${ids[0]}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: '1 line can be shipped' })).toBeVisible()
  await upload(`order,waybill\n#${ids[0]?.slice(0, 8)},F-${ids[0]}\n${ids[1]},F-${ids[1]}\nx,y\n`)
  await expect(
    page.getByRole('heading', { name: '2 lines can be shipped, 1 line will be left out' }),
  ).toBeVisible()
  await expectAccessible(page, 'lines of a file')
  await page.getByRole('button', { name: 'Mark 2 orders as shipped' }).click()
  await expect(page.getByText('2 orders shipped.')).toBeVisible()
})

test('eight labels fill one sheet, the ninth begins another, and two slips share one', async ({ page }) => {
  const ids = await orders(page, 9)
  const print = async (kind: string, count: number) => {
    await page.goto(`/admin/dashboard/orders/print/${kind}?reprint=1${among(ids.slice(0, count))}`)
    return pagesIn(await page.pdf({ preferCSSPageSize: true }))
  }
  expect(await print('labels', 8)).toBe(1)
  expect(await print('labels', 9)).toBe(2)
  expect(await print('labels-4x6', 3)).toBe(3)
  expect(await print('packing-slips', 2)).toBe(1)
  expect(await print('packing-slips', 3)).toBe(2)
})

/** The longest address that checkout accepts, of one word or of words in Hindi. */
const longest = (text: string) => {
  const fill = (length: number) => text.repeat(length).slice(0, length).trim()
  return { fullName: fill(100), addressLine1: fill(200), addressLine2: fill(200), city: fill(100) }
}

test('nothing of the longest address is cut, in Latin letters or Hindi', async ({ page }) => {
  const ids = await orders(page, 3)
  const texts = ['Wwwwwwwwwwwwwwwwwwww', 'श्रीमती लक्ष्मीबाई कुलकर्णी, ', 'Flat 12, Shanti Niketan, ']
  for (const [at, id] of ids.entries()) {
    await shopDatabase()
      .updateTable('shippingAddresses')
      .set(longest(texts[at] ?? ''))
      .where('id', 'in', (eb) => eb.selectFrom('orders').select('shippingAddressId').where('id', '=', id))
      .execute()
  }
  await page.emulateMedia({ media: 'print' })
  for (const kind of ['labels', 'labels-4x6', 'packing-slips']) {
    await page.goto(`/admin/dashboard/orders/print/${kind}?reprint=1${among(ids)}`)
    await expect(page.locator('.sheet')).toHaveCount(3)
    const cut = await page.locator('.sheet, .sheet *').evaluateAll((parts) =>
      parts
        .filter((part) => getComputedStyle(part).display !== 'inline')
        .filter(
          (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1,
        )
        .map((part) => part.className),
    )
    expect(cut, kind).toEqual([])
  }
})

test('three parcels are checked one after another by scanner alone, but for a click each', async ({
  page,
}) => {
  const ids = await orders(page, 3)
  for (const id of ids) {
    expect((await asAdmin('PUT', `/orders/${id}`, { status: 'processing' })).status).toBe(200)
  }
  await page.goto(`${DESK}/${ids[0]}`)
  for (const [at, id] of ids.entries()) {
    if (at > 0) await page.goto(`${DESK}/${id}`)
    await expect(page.getByLabel('Scan or type a code')).toBeFocused()
    await page.keyboard.type('ragi-mix\n')
    await expect(page.getByText('Everything is in.')).toBeVisible()
    await page.keyboard.type('ragi-mix\n')
    await expect(page.getByRole('alert')).toContainText('there are enough already')
    await page.getByRole('button', { name: 'Packed, next order' }).click()
    await expect(page.getByText('1 order packed.')).toBeVisible()
  }
})

test('without JavaScript a parcel is checked by boxes, which stay ticked when the form comes back', async ({
  page,
  browser,
}) => {
  const [id] = await orders(page, 1)
  expect((await asAdmin('PUT', `/orders/${id}`, { status: 'processing' })).status).toBe(200)
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: shopOrigin() })
  await plain.addCookies(await page.context().cookies())
  const form = await plain.newPage()
  await form.goto(`${DESK}/${id}`)
  await form.getByRole('button', { name: 'Packed, next order' }).click()
  await expect(form.getByText(/^Not checked yet: 1 × Ragi Meal Mix/).first()).toBeVisible()
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Packed, next order' }).click()
  await expect(form.getByText('1 order packed.')).toBeVisible()
  await form.goto(`${DESK}?stage=ship&order=${id}`)
  await form.getByRole('textbox', { name: /^Tracking number of/ }).fill('NOJS-1')
  await form.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(form.getByText('1 order shipped.')).toBeVisible()
  await form.getByRole('button', { name: 'Undo' }).click()
  await expect(form.getByText('1 order put back.')).toBeVisible()
  await plain.close()
})
