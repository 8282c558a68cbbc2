import { type Browser, chromium as browsers, type CDPSession, type Page } from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'
import { fullChromium } from '#tests/e2e/chromium.ts'
import { median } from './report.ts'

/** Times in ms on a processor slowed down to a quarter; medians of RUNS. */
export type FirstTap = {
  path: string
  /** The longest task after the first paint until the page is hydrated and idle, if nothing is touched. */
  longestTask: number
  /** The sum of the time beyond 50 ms of each task, in milliseconds. */
  blocking: number
  /**
   * From a tap on the page's first Add to Basket or Add to Cart right after the paint until the button shows that it
   * was pressed, and until the product is counted; null for pages without such a button.
   */
  tap: { seen: number; done: number } | null
}

const RUNS = 5
const SLOWED = 4
const QUIET_MS = 500
const PHONE = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1.75,
}

/**
 * Times recorded by `watch`, in milliseconds: relative to the page's start, or since 1970 where the page may change.
 */
type Noted = { paint: number; tasks: { at: number; ms: number }[] }

export async function measureFirstTaps(url: string, paths: readonly string[]): Promise<FirstTap[]> {
  const { options } = await fullChromium()
  const browser = await browsers.launch(options)
  try {
    const taps: FirstTap[] = []
    for (const path of paths) {
      const tasks: { longest: number; blocking: number }[] = []
      const answers: { seen: number; done: number }[] = []
      while (tasks.length < RUNS) {
        tasks.push(await inSlowPage(browser, url + path, tasksOf))
        const answer = await inSlowPage(browser, url + path, answerOf)
        if (answer) answers.push(answer)
      }
      taps.push({
        path,
        longestTask: median(tasks.map(({ longest }) => longest)),
        blocking: median(tasks.map(({ blocking }) => blocking)),
        tap: answers.length < RUNS ? null : mediansOf(answers),
      })
    }
    return taps
  } finally {
    await browser.close()
  }
}

function mediansOf(answers: { seen: number; done: number }[]) {
  return { seen: median(answers.map(({ seen }) => seen)), done: median(answers.map(({ done }) => done)) }
}

/** Opens the page with an empty cache on a slowed phone, and runs `measure` from its first paint on. */
async function inSlowPage<T>(
  browser: Browser,
  url: string,
  measure: (page: Page, devtools: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    await page.addInitScript(watch)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    return await measure(page, devtools)
  } finally {
    await context.close()
  }
}

async function tasksOf(page: Page): Promise<{ longest: number; blocking: number }> {
  await page.waitForLoadState()
  await alive(page)
  await page.waitForTimeout(QUIET_MS)
  const { paint, tasks } = await page.evaluate(
    (): Noted => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      tasks: (window as unknown as { tasks: Noted['tasks'] }).tasks,
    }),
  )
  const lengths = tasks.filter(({ at }) => at >= paint).map(({ ms }) => ms)
  return {
    longest: Math.max(0, ...lengths),
    blocking: lengths.reduce((sum, ms) => sum + ms - 50, 0),
  }
}

/** The tap is given to the browser as a finger would: Playwright's own first waits until the page is at rest. */
async function answerOf(page: Page, devtools: CDPSession): Promise<{ seen: number; done: number } | null> {
  const point = await page.evaluate(() => {
    const button = [...document.querySelectorAll('main form button')].find(
      (each) => /Add to (Basket|Cart)/.test(each.textContent) && each.checkVisibility(),
    )
    button?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const box = button?.getBoundingClientRect()
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
  })
  if (!point) return null
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.waitForFunction(() => sessionStorage.getItem('done') !== null)
  return page.evaluate(() => {
    const at = (name: string) => Number(sessionStorage.getItem(name))
    return { seen: at('seen') - at('tapped'), done: at('done') - at('tapped') }
  })
}

/** Runs in each document: notes long tasks, the tap, and the first frames that show an answer to it. */
function watch(): void {
  const tasks: Noted['tasks'] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const note = (name: string, time: number) => {
    if (sessionStorage.getItem(name) === null)
      sessionStorage.setItem(name, `${performance.timeOrigin + time}`)
  }
  addEventListener('pointerup', ({ timeStamp }) => note('tapped', timeStamp), true)
  const look = () => {
    if (sessionStorage.getItem('tapped') !== null) {
      const isDone = document.querySelector('.cart-badge') !== null
      if (isDone || document.querySelector('[data-pressed]')) note('seen', performance.now())
      if (isDone) note('done', performance.now())
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
