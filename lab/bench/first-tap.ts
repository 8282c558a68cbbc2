import { type Browser, chromium as browsers, type CDPSession, type Page } from '@playwright/test'
import { alive } from '#tests/e2e/alive.ts'
import { fullChromium } from '#tests/e2e/chromium.ts'
import { median } from './report.ts'

/** Times in ms on a processor that runs at a quarter of its speed; medians of RUNS. */
export type FirstTap = {
  path: string
  /** The longest task after the first paint until the page is hydrated and idle, without a touch. */
  longestTask: number
  /** The sum of each task's time beyond 50 ms, in milliseconds. */
  blocking: number
  /**
   * The times from a tap on the page's first Add to Basket or Add to Cart, right after the paint, until the button
   * looks pressed (`seen`) and until the cart counts the product (`done`); null for pages without such a button.
   */
  tap: { seen: number; done: number } | null
}

const RUNS = 5
const CPU_SLOWDOWN = 4
const QUIET_MS = 500
const PHONE = {
  viewport: { width: 412, height: 823 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 1.75,
}

/** In milliseconds since the page's start. `watch` stores the tap's times since 1970, as another page may open. */
type WatchedTimes = { paint: number; tasks: { at: number; ms: number }[] }

export async function measureFirstTaps(url: string, paths: readonly string[]): Promise<FirstTap[]> {
  const { options } = await fullChromium()
  const browser = await browsers.launch(options)
  try {
    const taps: FirstTap[] = []
    for (const path of paths) {
      const tasks: { longest: number; blocking: number }[] = []
      const answers: { seen: number; done: number }[] = []
      while (tasks.length < RUNS) {
        tasks.push(await inSlowPage(browser, url + path, measureTasks))
        const answer = await inSlowPage(browser, url + path, measureTap)
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
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    return await measure(page, devtools)
  } finally {
    await context.close()
  }
}

async function measureTasks(page: Page): Promise<{ longest: number; blocking: number }> {
  await page.waitForLoadState()
  await alive(page)
  await page.waitForTimeout(QUIET_MS)
  const { paint, tasks } = await page.evaluate(
    (): WatchedTimes => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      tasks: (window as unknown as { tasks: WatchedTimes['tasks'] }).tasks,
    }),
  )
  const lengths = tasks.filter(({ at }) => at >= paint).map(({ ms }) => ms)
  return {
    longest: Math.max(0, ...lengths),
    blocking: lengths.reduce((sum, ms) => sum + ms - 50, 0),
  }
}

/** Sends the tap as a touch event, because Playwright's own tap first waits until the page is stable. */
async function measureTap(page: Page, devtools: CDPSession): Promise<{ seen: number; done: number } | null> {
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
    const timeOf = (name: string) => Number(sessionStorage.getItem(name))
    return { seen: timeOf('seen') - timeOf('tapped'), done: timeOf('done') - timeOf('tapped') }
  })
}

/** Runs in each document: records long tasks, the tap, and the first frames that show its effect. */
function watch(): void {
  const tasks: WatchedTimes['tasks'] = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const storeTime = (name: string, time: number) => {
    if (sessionStorage.getItem(name) === null)
      sessionStorage.setItem(name, `${performance.timeOrigin + time}`)
  }
  addEventListener('pointerup', ({ timeStamp }) => storeTime('tapped', timeStamp), true)
  const checkFrame = () => {
    if (sessionStorage.getItem('tapped') !== null) {
      const isDone = document.querySelector('.cart-badge') !== null
      if (isDone || document.querySelector('[data-pressed]')) storeTime('seen', performance.now())
      if (isDone) storeTime('done', performance.now())
    }
    requestAnimationFrame(checkFrame)
  }
  requestAnimationFrame(checkFrame)
}
