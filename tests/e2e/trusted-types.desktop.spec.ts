import { expect, test } from '#tests/e2e/shop-page.ts'

test('pages take no markup, script or address of a script from a text', async ({ browser }) => {
  // Without the listener to which refusals are faults.
  const page = await (await browser.newContext()).newPage()
  await page.goto('/cart')
  const tried = await page.evaluate(() => {
    const attempt = (act: () => void) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const div = document.createElement('div')
    // Markup that the page's own policy does not know becomes nothing.
    let reported = 0
    addEventListener('error', () => {
      reported += 1
    })
    div.innerHTML = '<img src="x" onerror="window.hit = 1">'
    const factory = (window as unknown as { trustedTypes: { createPolicy(...rest: unknown[]): void } })
      .trustedTypes
    const frame = document.createElement('iframe')
    frame.srcdoc = '<b>framed</b>'
    navigator.serviceWorker.register('/other.js').catch(() => {})
    const names = ['mine', 'default', 'held', 'mail', 'worker']
    return {
      written: [div.innerHTML, frame.srcdoc],
      reported,
      made: names.map((name) => attempt(() => factory.createPolicy(name, {}))),
    }
  })
  const made = Array.from({ length: 5 }, () => 'TypeError')
  expect(tried).toEqual({ written: ['', ''], reported: 3, made })
})
