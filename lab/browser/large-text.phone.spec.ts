/** With text of 200 % on a phone, no page of shoppers, workers or coordinators scrolls sideways or splits words. */
import { test as base } from '@playwright/test'
import { chromiumOptions } from '#tests/e2e/chromium.ts'
import { isForDesk, openAs, openPage, PAGE_TESTS } from '#tests/e2e/pages.ts'
import { expect, expectNoSidewaysScroll, PHONE } from '#tests/e2e/shop-page.ts'

const { args = [], ...options } = await chromiumOptions()
// Media queries follow this setting of the browser, but not a size that the page sets.
base.use({
  launchOptions: { ...options, args: [...args, '--blink-settings=defaultFontSize=32'] },
  contextOptions: PHONE,
})

for (const { title, role, pages } of PAGE_TESTS.filter(({ role }) => role.name !== 'owner')) {
  base(title, async ({ page, context }) => {
    const opened = pages.filter(({ path }) => !isForDesk(path))
    for (const { path } of await openAs(context, { role, pages: opened })) {
      await openPage(page, path)
      await page.evaluate(() => {
        for (const part of document.querySelectorAll<HTMLDetailsElement>('#main details')) part.open = true
      })
      // Coordinators have the dashboard's smaller text.
      expect(
        await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize)),
      ).toBeGreaterThanOrEqual(role.name === 'coordinator' ? 28 : 32)
      await expectNoSidewaysScroll(page, path)
      expect.soft(await page.evaluate(brokenWords), path).toEqual([])
    }
  })
}

/** The words that the browser breaks over lines, as in a column that is too narrow. */
function brokenWords(): string[] {
  const texts = document.createTreeWalker(
    document.querySelector('#main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  const words: string[] = []
  const range = document.createRange()
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    // Texts that are only for screen readers are one pixel wide.
    const { parentElement: element } = text
    if (!element || element.offsetWidth < 2 || element.closest('.table-stacked thead')) continue
    // Skips the parts of emails, UPI IDs and links, which may break anywhere.
    const pattern = /(?<![\p{L}\p{M}]|(?:@|:\/\/)\S*)[\p{L}\p{M}]{4,14}(?![\p{L}\p{M}]|\S*(?:@|:\/\/))/gu
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(pattern)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) words.push(word)
    }
  }
  return words
}
