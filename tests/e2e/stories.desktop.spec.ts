/** Tabs and the row of voices on the pages that tell the story: by pointer, by keyboard, by finger. */
import type { Locator, Page } from '@playwright/test'
import { PROBLEMS } from '#content/about.ts'
import { MEANINGS } from '#content/home.ts'
import { HOME_VOICES } from '#content/testimonials.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

type Key = 'ArrowDown' | 'ArrowUp' | 'ArrowRight' | 'ArrowLeft' | 'Home' | 'End'

/** Exactly one panel shows, the one of this tab, and it says what it has to say. */
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

/** Opens each tab by a click, then goes round by the two arrows of its direction, to both ends, and into the panel. */
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
  // The other tabs are no stops: the next one is what the tab opened.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(list.getByRole('tab', { selected: true })).toBeFocused()
}

test('the three meanings open by pointer and by arrow keys', async ({ page }) => {
  await page.goto('/')
  const list = page.getByRole('tablist', { name: /^What .+tion means$/ })
  // They stand one below the other on every screen, so the arrows that lead on point down and up.
  await expect(list).toHaveAttribute('aria-orientation', 'vertical')
  const tabs = MEANINGS.map(({ label, text }) => ({ label, text: text[0] ?? '' }))
  await walkTabs(page, list, tabs, 'ArrowDown', 'ArrowUp')
})

test('the three problems open by pointer and by arrow keys', async ({ page }) => {
  await page.goto('/about')
  const list = page.getByRole('tablist', { name: 'Problems' })
  await walkTabs(page, list, PROBLEMS.tabs, 'ArrowRight', 'ArrowLeft')
})

/** The voice that the row has come to rest at, exactly at its start; its number is said and its dot is filled. */
async function expectVoice(row: Locator, at: number) {
  const voice = HOME_VOICES[at]
  if (!voice) throw new Error(`no voice ${at}`)
  await expect(row.getByText(/^\d of 4$/)).toHaveText(`${at + 1} of 4`)
  await expect(row.locator('[aria-current=true]')).toHaveText(`Voice ${at + 1}: ${voice.name}`)
  await expect(row.getByText(voice.content)).toBeInViewport({ ratio: 0.5 })
  const track = row.getByRole('group', { name: 'From other tables' })
  await expect.poll(() => track.evaluate(distanceTo, at)).toBeLessThan(1)
}

/** How many pixels the row stands beside the start of this voice. */
function distanceTo(track: HTMLElement, at: number): number {
  const [first, slide] = [track.children[0], track.children[at]] as [HTMLElement, HTMLElement]
  const start = Math.min(slide.offsetLeft - first.offsetLeft, track.scrollWidth - track.clientWidth)
  return Math.abs(track.scrollLeft - start)
}

test('the voices turn by buttons, dots, keys and a finger, and wrap both ways', async ({
  page,
  isMobile,
}) => {
  await page.goto('/')
  const row = page.getByRole('region', { name: 'From other tables' })
  await row.scrollIntoViewIfNeeded()
  await expectVoice(row, 0)
  const [previous, next] = ['Previous', 'Next'].map((name) => row.getByRole('button', { name }))
  for (const [button, at] of [
    [previous, 3],
    [next, 0],
    [next, 1],
    [previous, 0],
  ] as const) {
    await button?.click()
    await expectVoice(row, at)
  }
  // Faster than the row glides: each press counts from where the last one leads.
  for (let press = 0; press < 3; press += 1) await next?.click()
  await expectVoice(row, 3)
  await next?.click()
  await expectVoice(row, 0)

  await row.getByRole('button', { name: /^Voice 3/ }).click()
  await expectVoice(row, 2)
  await row.getByRole('group', { name: 'From other tables' }).focus()
  for (const [key, at] of [
    ['ArrowRight', 3],
    ['ArrowRight', 0],
    ['ArrowLeft', 3],
    ['Home', 0],
    ['End', 3],
  ] as const) {
    await page.keyboard.press(key)
    await expectVoice(row, at)
  }
  if (isMobile) await swipeBack(page, row)
})

/** One swipe to the right leads from the last voice to the one before it. */
async function swipeBack(page: Page, row: Locator) {
  const box = await row.getByRole('group', { name: 'From other tables' }).boundingBox()
  if (!box) throw new Error('no row')
  const finger = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((x) => ({ x, y })) })
  // More than half of the way, and not past it: however fast the finger leaves, the row stops at the next voice.
  await touch('touchStart', 80)
  for (let x = 100; x <= 300; x += 20) await touch('touchMove', x)
  await touch('touchEnd')
  await expectVoice(row, 2)
}
