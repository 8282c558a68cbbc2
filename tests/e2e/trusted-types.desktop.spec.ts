import { expect, test } from '#tests/e2e/shop-page.ts'

test('pages refuse text as markup, text as a script URL, and new Trusted Types policies', async ({
  browser,
}) => {
  // A context without the fixture, which would fail on errors. Here the refusals are errors.
  const page = await (await browser.newContext()).newPage()
  await page.goto('/cart')
  const results = await page.evaluate(() => {
    const attempt = (act: () => void) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const div = document.createElement('div')
    // The page's own policy turns unknown markup into empty text.
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
    const names = ['mine', 'default', 'mail', 'worker']
    return {
      written: [div.innerHTML, frame.srcdoc],
      reported,
      made: names.map((name) => attempt(() => factory.createPolicy(name, {}))),
    }
  })
  const made = Array.from({ length: 4 }, () => 'TypeError')
  expect(results).toEqual({ written: ['', ''], reported: 3, made })
})
