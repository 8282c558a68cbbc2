import { setTimeout as pause } from 'node:timers/promises'
import { type DevTools, openDevTools, type Send } from './devtools.ts'
import { median } from './report.ts'

/**
 * Times in ms on a processor that runs at a quarter of its speed; medians of RUNS. The first Add to Basket or Add
 * to Cart is tapped right after the paint. On a page without such a button, typing starts the scripts instead.
 */
export type FirstTap = {
  path: string
  /** The longest task after the tap. */
  longestTask: number
  /** From the tap until the button looks pressed. Null without a button. */
  feedback: number | null
  /** From the tap until the cart counts the product, or until the page is hydrated. */
  done: number
}

const RUNS = 5
const CPU_SLOWDOWN = 4
const QUIET_MS = 500
const PHONE = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true }

/** Times on the page's clock, recorded by `watch`. */
type Watched = {
  tapped?: number
  feedback?: number
  done?: number
  tasks: { at: number; ms: number }[]
}
type WatchedWindow = Window & { watched: Watched }

export async function measureFirstTaps(url: string, paths: readonly string[]): Promise<FirstTap[]> {
  const browser = await openDevTools()
  try {
    const taps: FirstTap[] = []
    for (const path of paths) {
      const runs: Omit<FirstTap, 'path'>[] = []
      while (runs.length < RUNS) runs.push(await tapSlowPage(browser, url + path))
      const feedback = runs.flatMap((run) => run.feedback ?? [])
      taps.push({
        path,
        longestTask: median(runs.map(({ longestTask }) => longestTask)),
        feedback: feedback.length === RUNS ? median(feedback) : null,
        done: median(runs.map(({ done }) => done)),
      })
    }
    return taps
  } finally {
    browser.close()
  }
}

/** Opens the page with an empty cache on a slowed phone. Taps after the first paint. */
async function tapSlowPage(browser: DevTools, url: string): Promise<Omit<FirstTap, 'path'>> {
  const { send, close } = await browser.openPage()
  try {
    await send('Page.enable')
    await send('Emulation.setDeviceMetricsOverride', PHONE)
    await send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` })
    await send('Page.navigate', { url })
    await until(send, () => performance.getEntriesByName('first-contentful-paint').length > 0)
    const point = await evaluate(send, findButton)
    if (point) {
      await send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
      await send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    } else {
      // The inline script that listens is at the end of the page.
      await until(send, () => document.readyState !== 'loading')
      await evaluate(send, startByTyping)
    }
    await until(send, () => (window as unknown as WatchedWindow).watched.done !== undefined)
    await pause(QUIET_MS)
    const watched = await evaluate(send, () => (window as unknown as WatchedWindow).watched)
    const { tapped = 0, feedback, done = 0, tasks } = watched
    const lengths = tasks.filter(({ at, ms }) => at + ms > tapped).map(({ ms }) => ms)
    return {
      longestTask: Math.max(0, ...lengths),
      feedback: point && feedback !== undefined ? feedback - tapped : null,
      done: done - tapped,
    }
  } finally {
    await close()
  }
}

async function evaluate<T>(send: Send, body: () => T): Promise<T> {
  const { result } = await send<{ result: { value: T } }>('Runtime.evaluate', {
    expression: `(${body})()`,
    returnByValue: true,
  })
  return result.value
}

async function until(send: Send, isDone: () => boolean): Promise<void> {
  while (!(await evaluate(send, isDone))) await pause(30)
}

/** Scrolls to the page's first button that adds a product. Returns its centre, or null without such a button. */
function findButton(): { x: number; y: number } | null {
  const button = [...document.querySelectorAll('main form button')].find(
    (each) => /Add to (Basket|Cart)/.test(each.textContent) && each.checkVisibility(),
  )
  button?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const box = button?.getBoundingClientRect()
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
}

function startByTyping(): void {
  const { watched } = window as unknown as WatchedWindow
  watched.tapped = performance.now()
  addEventListener('hydrated', () => {
    watched.done ??= performance.now()
  })
  dispatchEvent(new Event('input'))
}

/** Runs in each document: records long tasks, the tap, and the first frames that show its effect. */
function watch(): void {
  const watched: Watched = { tasks: [] }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watched.tasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  addEventListener(
    'pointerup',
    ({ timeStamp }) => {
      watched.tapped ??= timeStamp
    },
    true,
  )
  const checkFrame = () => {
    if (watched.tapped !== undefined) {
      const isDone = document.querySelector('.cart-badge') !== null
      if (isDone || document.querySelector('[data-pressed]')) watched.feedback ??= performance.now()
      if (isDone) watched.done ??= performance.now()
    }
    requestAnimationFrame(checkFrame)
  }
  requestAnimationFrame(checkFrame)
}
