/** Goes through a page as somebody does who has no pointer: by Tab to its end, and by Shift+Tab back. */
import type { Page } from '@playwright/test'
import { type FocusRecorder, recordFocus } from '#tests/e2e/focus-recorder.ts'
import { expect } from '#tests/e2e/shop-page.ts'

/** The modifier's bit in the browser's protocol. */
const SHIFT = 8
const PRESSES_AT_ONCE = 20
// More than there are stops on any page: a field for a date takes a press for each of its parts.
const MOST_PRESSES = 800

/**
 * Walks from where the focus is to the end of what `within` selects. Every control that can be seen and used is a stop,
 * in the order of the page, in sight, under nothing, and marked; after the last one the focus goes on, and Shift+Tab
 * leads back over the same stops.
 */
export async function walkByTab(page: Page, within = 'body'): Promise<void> {
  const where = new URL(page.url()).pathname
  await page.evaluate(recordFocus, within)
  const there = await press(page, 0)
  const faults = there.stops.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))
  expect.soft(faults, `${where}: what is wrong at the stops`).toEqual([])
  expect.soft(names(there), `${where}: the stops of Tab`).toEqual(there.expected)
  await page.evaluate(() => window.focusRecorder.restart())
  const back = await press(page, SHIFT)
  expect.soft(names(back).reverse(), `${where}: the stops of Shift+Tab`).toEqual(there.expected)
}

type Walk = Pick<FocusRecorder, 'expected' | 'stops'>

function names({ stops }: Walk): string[] {
  return stops.map(({ name }) => name)
}

/** Presses Tab until the focus has left. By the browser's own protocol: hundreds of presses need no trace of each. */
async function press(page: Page, modifiers: number): Promise<Walk> {
  const browser = await page.context().newCDPSession(page)
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9, modifiers }
  for (let presses = 0; presses < MOST_PRESSES; presses += PRESSES_AT_ONCE) {
    for (let one = 0; one < PRESSES_AT_ONCE; one += 1) {
      await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab })
      await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab })
    }
    const { hasLeft, ...walk } = await page.evaluate(() => {
      const { expected, stops, look } = window.focusRecorder
      return { hasLeft: look(), expected, stops }
    })
    if (hasLeft) return walk
  }
  throw new Error(`the walk through ${page.url()} has no end`)
}
