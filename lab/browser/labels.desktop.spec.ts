import { DASHBOARD, newOrders, signInAdmin } from '#tests/e2e/admin-page.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'
import { shopDatabase } from '#tests/e2e/signed-in.ts'

const orderParams = (ids: readonly string[]) => ids.map((id) => `&order=${id}`).join('')

/** Counts the pages of a PDF: each has one object of the type Page. */
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

/** The longest address that checkout accepts, filled with this text. */
const longestAddress = (text: string) => {
  const fill = (length: number) => text.repeat(length).slice(0, length).trim()
  return { fullName: fill(100), addressLine1: fill(200), addressLine2: fill(200), city: fill(100) }
}

test('eight labels fit on a sheet, two slips fit on a sheet, and the longest address is printed in full', async ({
  page,
}) => {
  const { ids } = await newOrders(9)
  await signInAdmin(page)
  const texts = ['Wwwwwwwwwwwwwwwwwwww', 'श्रीमती लक्ष्मीबाई कुलकर्णी, ', 'Flat 12, Shanti Niketan, ']
  for (const [at, id] of ids.slice(0, 3).entries()) {
    await shopDatabase()
      .updateTable('shippingAddresses')
      .set(longestAddress(texts[at] ?? ''))
      .where('id', 'in', (eb) => eb.selectFrom('orders').select('shippingAddressId').where('id', '=', id))
      .execute()
  }
  for (const [kind, counts] of Object.entries({
    labels: { 8: 1, 9: 2 },
    'labels-4x6': { 3: 3 },
    'packing-slips': { 2: 1, 3: 2 },
  })) {
    for (const [count, sheets] of Object.entries(counts)) {
      await page.goto(
        `${DASHBOARD}/orders/print/${kind}?reprint=1${orderParams(ids.slice(0, Number(count)))}`,
      )
      expect(countPages(await page.pdf({ preferCSSPageSize: true })), `${count} ${kind}`).toBe(sheets)
      await page.emulateMedia({ media: 'print' })
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
  }
})
