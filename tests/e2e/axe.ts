import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

/** Minified, because it is sent to each page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** From this width in pixels, pages have their desktop layout. */
const WIDE = 1024

/**
 * Expects no violation of axe's accessibility rules in a state of the page, such as 'errors shown'. A state may
 * be checked only once. every-page.spec.ts checks each page as it opens.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  expectFirstCheck(page, state)
  expect(await brokenRules(page)).toEqual([])
}

type Checks = {
  /** Selects parts that stay while links open other pages. A part is checked again only if its text has changed. */
  frame?: string
  isContrastChecked?: boolean
}

/** Returns the violations of axe's rules, each with its elements. Empty for an accessible page. */
export async function brokenRules(
  page: Page,
  { frame = '', isContrastChecked = true }: Checks = {},
): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(AXE)
  // Do not fetch styles and media of other sites, because the shop has none. Frames have no axe that could answer.
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
    rules: { 'color-contrast': { enabled: isContrastChecked } },
  }
  return page.evaluate(
    async ([options, frame]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const parts = frame ? [...document.querySelectorAll<HTMLElement>(frame)] : []
      const checked = parts.filter((part) => part.dataset.checked === part.textContent)
      const { violations } = await run(checked.length > 0 ? { exclude: checked } : document, options)
      for (const part of parts) part.dataset.checked = part.textContent ?? ''
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      )
    },
    [options, frame] as const,
  )
}

/** Throws for a repeated check, because a check takes about a second. Files record checks of all processes. */
function expectFirstCheck(page: Page, state: string): void {
  const { title, repeatEachIndex, retry } = test.info()
  const width = (page.viewportSize()?.width ?? WIDE) < WIDE ? 'narrow' : 'wide'
  const route = new URL(page.url()).pathname.replace(/[\da-f]{8}-[\da-f-]{27}|\d+/g, '{id}')
  const key = `${route}, ${width}${state && `, ${state}`}`
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'axe', `${repeatEachIndex} ${retry}`)
  const file = join(folder, encodeURIComponent(key))
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, title, { flag: 'wx' })
  } catch {
    throw new Error(`${key}: axe has checked this in “${readFileSync(file, 'utf8')}”`)
  }
}
