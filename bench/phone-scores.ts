import { chromium as browsers } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromium } from '#tests/e2e/chromium.ts'
import { freePort } from '#tests/shop-program.ts'

/** Lighthouse with a simulated phone on slow 4G: scores out of 100, times in ms. */
export type PhoneScores = {
  path: string
  scores: Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export async function measurePhoneScores(url: string, paths: readonly string[]): Promise<PhoneScores[]> {
  const options = await chromium()
  const scores: PhoneScores[] = []
  for (const path of paths) {
    // A fresh browser for each page, with an empty cache.
    const port = await freePort()
    const args = [...(options.args ?? []), `--remote-debugging-port=${port}`]
    const browser = await browsers.launch({ ...options, args })
    try {
      scores.push(await scoresOf(url, path, port))
    } finally {
      await browser.close()
    }
  }
  return scores
}

async function scoresOf(url: string, path: string, port: number): Promise<PhoneScores> {
  const result = await lighthouse(url + path, { port, logLevel: 'silent', onlyCategories: [...CATEGORIES] })
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
