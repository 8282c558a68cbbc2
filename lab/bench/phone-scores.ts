import { chromium as browsers } from '@playwright/test'
import lighthouse from 'lighthouse'
import { fullChromium } from '#tests/e2e/chromium.ts'
import { freePort } from '#tests/shop-program.ts'
import { median } from './report.ts'

/**
 * Lighthouse with a simulated phone on slow 4G: scores out of 100, times in ms, medians of RUNS. Needs a real shop: the
 * robots.txt of a demonstration forbids crawling, which costs a third of the SEO score.
 */
export type PhoneScores = {
  path: string
  scores: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const RUNS = 5

export async function measurePhoneScores(url: string, paths: readonly string[]): Promise<PhoneScores[]> {
  const { options } = await fullChromium()
  const scores: PhoneScores[] = []
  for (const path of paths) {
    const runs: PhoneScores[] = []
    while (runs.length < RUNS) {
      // Each run starts a new browser with an empty cache.
      const port = await freePort()
      const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
      const browser = await browsers.launch({ ...options, args })
      try {
        runs.push(await runLighthouse(url, path, port))
      } finally {
        await browser.close()
      }
    }
    scores.push(medians(path, runs))
  }
  return scores
}

async function runLighthouse(url: string, path: string, port: number): Promise<PhoneScores> {
  const flags = {
    port,
    logLevel: 'silent' as const,
    onlyCategories: [...CATEGORIES],
  }
  const result = await lighthouse(url + path, flags)
  if (!result) throw new Error(`Lighthouse gave no result for ${path}`)
  const { categories, audits } = result.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    path,
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
  }
}

function medians(path: string, runs: PhoneScores[]): PhoneScores {
  const medianOf = (pick: (run: PhoneScores) => number) => median(runs.map(pick))
  return {
    path,
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
  }
}
