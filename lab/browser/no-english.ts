import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'

// Names that are written the same in both languages, and addresses.
const KNOWN = /\S+@\S+|Google|Outlook|English/g

/** Fails on any word in Latin letters that the page's content shows. */
export async function expectNoEnglish(page: Page) {
  const main = page.getByRole('main')
  const text = (await main.allInnerTexts()).join('\n').replace(KNOWN, '')
  expect(text).toMatch(/\p{Script=Devanagari}/u)
  expect(text.match(/[A-Za-z]+/g) ?? []).toEqual([])
  const heading = main.getByRole('heading').first()
  expect(await heading.evaluate((at) => at.closest('[lang]')?.getAttribute('lang'))).toBe('hi')
}
