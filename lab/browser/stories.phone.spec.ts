/** Tabs, buttons and keys turn the stories of the home page. */
import type { Locator } from '@playwright/test'
import { HOME } from '#content/home.ts'
import { HOME_VOICES } from '#content/testimonials.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

type Tabs = readonly { label: string; text: string }[]

/** Opens each tab by touch, then moves with keys to both ends and into the panel. */
async function openEachTab(list: Locator, tabs: Tabs): Promise<void> {
  const page = list.page()
  const expectOpen = async ({ label, text }: Tabs[number]) => {
    await expect(list.getByRole('tab', { selected: true })).toHaveText(label)
    const panel = page.getByRole('tabpanel')
    await expect(panel).toHaveCount(1)
    await expect(panel).toHaveAccessibleName(label)
    await expect(panel).toContainText(text)
  }
  for (const tab of [...tabs].reverse()) {
    await list.getByRole('tab', { name: tab.label, exact: true }).tap()
    await expectOpen(tab)
  }
  await list.getByRole('tab', { selected: true }).focus()
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['End', 2],
    ['ArrowDown', 0],
    ['ArrowUp', 2],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    const tab = tabs[at]
    if (!tab) throw new Error(`no tab ${at}`)
    await expectOpen(tab)
    await expect(list.getByRole('tab', { name: tab.label, exact: true })).toBeFocused()
  }
  // Tab stops only at the selected tab, and then at its panel.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
}

test('tabs show the meanings, buttons and keys show other voices, and cards turn over', async ({ page }) => {
  await page.goto('/')
  const meanings = HOME.meanings.map(({ label, text }) => ({ label, text: text[0] ?? '' }))
  const list = page.getByRole('tablist', { name: /^What .+tion means$/ })
  await openEachTab(list, meanings)

  const voices = page.getByRole('region', { name: 'From other tables' })
  const expectVoice = async (at: number) => {
    await expect(voices.getByText(/^\d of 4$/)).toHaveText(`${at + 1} of 4`)
    await expect(voices.getByText(HOME_VOICES[at]?.content ?? '')).toBeInViewport({ ratio: 0.5 })
  }
  await voices.scrollIntoViewIfNeeded()
  await expectVoice(0)
  await voices.getByRole('button', { name: 'Previous' }).tap()
  await expectVoice(3)
  await voices.getByRole('button', { name: /^Voice 3/ }).tap()
  await expectVoice(2)
  await voices.getByRole('group', { name: 'From other tables' }).focus()
  await page.keyboard.press('Home')
  await expectVoice(0)

  await page.goto('/hydration/impact')
  const card = page.getByRole('button', { name: /^Turn over.*fresh water/ })
  await card.tap()
  await expect(card).toHaveAttribute('aria-pressed', 'true')
  await card.focus()
  await page.keyboard.press('Space')
  await expect(card).toHaveAttribute('aria-pressed', 'false')
})
