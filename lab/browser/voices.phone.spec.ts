/** The testimonials on the home page with smooth scrolling, by pointer, keyboard and touch. */
import type { Locator, Page } from '@playwright/test'
import { HOME_VOICES } from '#content/testimonials.ts'
import { expect, PHONE, test } from '#tests/e2e/shop-page.ts'

test.use({ contextOptions: { ...PHONE, reducedMotion: 'no-preference' } })

/** Expects that the row stops exactly at this testimonial, announces its number and fills its dot. */
async function expectVoice(row: Locator, at: number) {
  const voice = HOME_VOICES[at]
  if (!voice) throw new Error(`no voice ${at}`)
  await expect(row.getByText(/^\d of 4$/)).toHaveText(`${at + 1} of 4`)
  await expect(row.locator('[aria-current=true]')).toHaveText(`Voice ${at + 1}: ${voice.name}`)
  await expect(row.getByText(voice.content)).toBeInViewport({ ratio: 0.5 })
  const track = row.getByRole('group', { name: 'From other tables' })
  await expect.poll(() => track.evaluate(distanceTo, at)).toBeLessThan(1)
}

/** Distance in pixels from the row's position to the start of this testimonial. */
function distanceTo(track: HTMLElement, at: number): number {
  const [first, slide] = [track.children[0], track.children[at]] as [HTMLElement, HTMLElement]
  const start = Math.min(slide.offsetLeft - first.offsetLeft, track.scrollWidth - track.clientWidth)
  return Math.abs(track.scrollLeft - start)
}

test('buttons, dots, keys and a finger turn the voices, which wrap around both ways', async ({ page }) => {
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
  // The presses are faster than the scrolling: each press counts from the target of the previous press.
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
  await swipeBack(page, row)
})

/** Swipes to the right from the last testimonial to the testimonial before it. */
async function swipeBack(page: Page, row: Locator) {
  const box = await row.getByRole('group', { name: 'From other tables' }).boundingBox()
  if (!box) throw new Error('no row')
  const finger = await page.context().newCDPSession(page)
  const y = box.y + box.height / 2
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((x) => ({ x, y })) })
  // The finger moves more than half the distance and then rests, because momentum could carry the row further.
  await touch('touchStart', 80)
  for (let x = 100; x <= 300; x += 20) await touch('touchMove', x)
  for (let frame = 0; frame < 10; frame += 1) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await touch('touchMove', 300)
  }
  await touch('touchEnd')
  await expectVoice(row, 2)
}
