/** Walks through a page by Tab to its end, and by Shift+Tab back. */
import type { Page } from '@playwright/test'
import { expect } from '#tests/e2e/shop-page.ts'
import { type FocusRecorder, recordFocus, type Stop } from './focus-recorder.ts'

/** The modifier's bit in the DevTools protocol. */
const SHIFT = 8
// A date field needs one press for each part, so there may be more presses than stops.
const EXTRA_PRESSES = 5
const MAX_PRESSES = 800

/**
 * Walks from the focus to the end of `within`. Tab must stop at every visible, usable control in page order; each must
 * be uncovered and have a focus ring. After the last control the focus must leave `within`.
 */
export async function walkByTab(page: Page, within = 'body'): Promise<void> {
  const where = new URL(page.url()).pathname
  await page.evaluate(recordFocus, within)
  const { stops, expected } = await pressTab(page, 0)
  const faults = stops.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))
  expect.soft(faults, `${where}: faults at the stops of Tab`).toEqual([])
  expect.soft(namesOf(stops), `${where}: the stops of Tab`).toEqual(expected)
}

/** Skips the header by its skip link and walks through the page's content. Call it right after the page opened. */
export async function walkContent(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await walkByTab(page, '#main')
}

/** Walks to the end, and back by Shift+Tab over the same stops. */
export async function walkThereAndBack(page: Page, within = 'body'): Promise<void> {
  await walkByTab(page, within)
  await page.evaluate(() => window.focusRecorder.restart())
  const { stops, expected } = await pressTab(page, SHIFT)
  expect.soft(namesOf(stops).reverse(), `${page.url()}: the stops of Shift+Tab`).toEqual(expected)
}

type Walk = Pick<FocusRecorder, 'expected' | 'stops'>

function namesOf(stops: Stop[]): string[] {
  return stops.map(({ name }) => name)
}

/** Presses Tab until the focus has left. Uses the DevTools protocol to keep hundreds of presses out of the trace. */
async function pressTab(page: Page, modifiers: number): Promise<Walk> {
  const browser = await page.context().newCDPSession(page)
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers }
  const state = () =>
    page.evaluate(() => {
      const { expected, stops, recordStop } = window.focusRecorder
      return { hasLeft: recordStop(), expected, stops }
    })
  let presses = (await state()).expected.length + 1
  for (let pressCount = 0; pressCount < MAX_PRESSES; pressCount += presses, presses = EXTRA_PRESSES) {
    // Does not wait for each response: the events arrive in order, and a walk takes half as long.
    const types = Array.from({ length: presses }, () => ['rawKeyDown', 'keyUp'] as const).flat()
    await Promise.all(types.map((type) => browser.send('Input.dispatchKeyEvent', { type, ...tab })))
    const { hasLeft, ...walk } = await state()
    if (hasLeft) return walk
  }
  throw new Error(
    `${page.url()} has more than ${MAX_PRESSES} stops of Tab: look for a focus trap, or raise MAX_PRESSES`,
  )
}
