import { chromium as browsers } from '@playwright/test'
import lighthouse from 'lighthouse'
import { fullChromium } from '#tests/e2e/chromium.ts'
import { freePort } from '#tests/shop-program.ts'
import { median } from './report.ts'
import { serveScriptFreeCopy } from './script-free-copy.ts'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const RUNS = 5

/** Scores out of 100; times in ms. `speed`: Lighthouse's benchmarkIndex of the machine. */
type PhoneRun = {
  scores: Record<(typeof CATEGORIES)[number], number>
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
  bytes: number
  speed: number
}

/** Medians of all runs, and the lowest and highest speed of the machine. `copy`: the same page without scripts. */
export type PhoneScores = { path: string; page: PhoneRun; copy: PhoneRun; speeds: [number, number] }

/**
 * Runs Lighthouse with a simulated phone on slow 4G on each page and on its copy without scripts, in turns. Needs a
 * real shop: the robots.txt of a demonstration forbids crawling, which costs a third of the SEO score.
 */
export async function measurePhoneScores(url: string, paths: readonly string[]): Promise<PhoneScores[]> {
  const copy = await serveScriptFreeCopy(url)
  try {
    const scores: PhoneScores[] = []
    for (const path of paths) {
      const runs: { page: PhoneRun; copy: PhoneRun }[] = []
      while (runs.length < RUNS)
        runs.push({ page: await runLighthouse(url + path), copy: await runLighthouse(copy.url + path) })
      const speeds = runs.flatMap(({ page, copy }) => [page.speed, copy.speed])
      scores.push({
        path,
        page: medians(runs.map(({ page }) => page)),
        copy: medians(runs.map(({ copy }) => copy)),
        speeds: [Math.min(...speeds), Math.max(...speeds)],
      })
    }
    return scores
  } finally {
    await copy.close()
  }
}

/** Each run starts a new browser with an empty cache. */
async function runLighthouse(url: string): Promise<PhoneRun> {
  const { options } = await fullChromium()
  const port = await freePort()
  const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
  const browser = await browsers.launch({ ...options, args })
  try {
    const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: [...CATEGORIES] })
    if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
    const { categories, audits, environment } = result.lhr
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      firstPaint: value('first-contentful-paint'),
      largestPaint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
      bytes: value('total-byte-weight'),
      speed: environment.benchmarkIndex,
    }
  } finally {
    await browser.close()
  }
}

function medians(runs: PhoneRun[]): PhoneRun {
  const medianOf = (pick: (run: PhoneRun) => number) => median(runs.map(pick))
  return {
    scores: {
      performance: medianOf(({ scores }) => scores.performance),
      accessibility: medianOf(({ scores }) => scores.accessibility),
      'best-practices': medianOf(({ scores }) => scores['best-practices']),
      seo: medianOf(({ scores }) => scores.seo),
    },
    firstPaint: medianOf(({ firstPaint }) => firstPaint),
    largestPaint: medianOf(({ largestPaint }) => largestPaint),
    blocking: medianOf(({ blocking }) => blocking),
    shift: medianOf(({ shift }) => shift),
    bytes: medianOf(({ bytes }) => bytes),
    speed: medianOf(({ speed }) => speed),
  }
}
