import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import axe from 'axe-core'
import { expectNoSidewaysScroll } from '#tests/e2e/shop-page.ts'

/** From here on a page has the room of a desk. */
const WIDE = 1024

/**
 * No accessibility rule of axe is broken on the page as it is. `state` names what differs from the page as it opens for
 * a visitor, such as 'errors shown': the same state of a page is checked once at each width.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await brokenRules(page, state)).toEqual([])
}

/** The rules of axe that the page breaks as it is, each with where: empty for a page that is accessible. */
export async function brokenRules(page: Page, state: string): Promise<string[]> {
  expectFirstCheck(page, state)
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { run } = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await run(document, { resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  })
}

/** Each check costs about a second of a core. Files, because the tests run in several processes. */
function expectFirstCheck(page: Page, state: string): void {
  const { title, repeatEachIndex } = test.info()
  const width = (page.viewportSize()?.width ?? WIDE) < WIDE ? 'narrow' : 'wide'
  const route = new URL(page.url()).pathname.replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, '{id}')
  const key = `${route}, ${width}${state && `, ${state}`}`
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'axe', String(repeatEachIndex))
  const file = join(folder, encodeURIComponent(key))
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, title, { flag: 'wx' })
  } catch {
    throw new Error(`${key}: axe has checked this in “${readFileSync(file, 'utf8')}”`)
  }
}

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
]

/** At the width of a phone and of a desk nothing sticks out sideways, and axe finds nothing. The page ends up wide. */
export async function expectGoodAtBothWidths(page: Page, state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, state)
  }
}
