/** Tabs on the story pages, by pointer and by keyboard. */
import type { Locator, Page } from '@playwright/test'
import { PROBLEMS } from '#content/about.ts'
import { HOME } from '#content/home.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

type Key = 'ArrowDown' | 'ArrowUp' | 'ArrowRight' | 'ArrowLeft' | 'Home' | 'End'

/** Exactly one panel is visible, this tab's, with its text. */
async function expectOpen(list: Locator, { label, text }: { label: string; text: string }) {
  const page = list.page()
  await expect(list.getByRole('tab', { selected: true })).toHaveText(label)
  await expect(list.getByRole('tab', { name: label, exact: true })).toHaveAttribute('tabindex', '0')
  const panel = page.getByRole('tabpanel')
  await expect(panel).toHaveCount(1)
  await expect(panel).toHaveAccessibleName(label)
  await expect(panel).toContainText(text)
}

type Tabs = readonly { label: string; text: string }[]

/** Opens each tab by a click, then moves by the arrow keys to both ends and into the panel. */
async function walkTabs(page: Page, list: Locator, tabs: Tabs, forward: Key, back: Key) {
  await expect(list.getByRole('tab')).toHaveText(tabs.map(({ label }) => label))
  for (const tab of [...tabs].reverse()) {
    await list.getByRole('tab', { name: tab.label, exact: true }).click()
    await expectOpen(list, tab)
  }
  const steps: [Key, number][] = [
    [forward, 1],
    [forward, 2],
    [forward, 0],
    [back, 2],
    ['Home', 0],
    ['End', 2],
  ]
  await list.getByRole('tab', { selected: true }).focus()
  for (const [key, at] of steps) {
    await page.keyboard.press(key)
    const tab = tabs[at]
    if (!tab) throw new Error(`no tab ${at}`)
    await expectOpen(list, tab)
    await expect(list.getByRole('tab', { name: tab.label, exact: true })).toBeFocused()
  }
  // Only the selected tab is a stop: the next one is its panel.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(list.getByRole('tab', { selected: true })).toBeFocused()
}

test('the three meanings open by pointer and by arrow keys', async ({ page }) => {
  await page.goto('/')
  const list = page.getByRole('tablist', { name: /^What .+tion means$/ })
  // These tabs are vertical on every screen.
  await expect(list).toHaveAttribute('aria-orientation', 'vertical')
  const tabs = HOME.meanings.map(({ label, text }) => ({ label, text: text[0] ?? '' }))
  await walkTabs(page, list, tabs, 'ArrowDown', 'ArrowUp')
})

test('the three problems open by pointer and by arrow keys', async ({ page }) => {
  await page.goto('/about')
  const list = page.getByRole('tablist', { name: 'Problems' })
  await walkTabs(page, list, PROBLEMS.tabs, 'ArrowRight', 'ArrowLeft')
})
