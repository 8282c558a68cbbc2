import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'

// Addresses, and names that are the same in both languages.
const ALLOWED_TEXT = /\S+@\S+|Google|Outlook|English/g

/** Fails when the page's content shows a word in Latin letters. */
export async function expectNoEnglish(page: Page) {
  const main = page.getByRole('main')
  const text = (await main.allInnerTexts()).join('\n').replace(ALLOWED_TEXT, '')
  expect(text).toMatch(/\p{Script=Devanagari}/u)
  expect(text.match(/[A-Za-z]+/g) ?? []).toEqual([])
  const heading = main.getByRole('heading').first()
  expect(await heading.evaluate((at) => at.closest('[lang]')?.getAttribute('lang'))).toBe('hi')
}
