import { expect, it } from 'vitest'
import { robotsTxt } from './robots-text.ts'

const origin = 'https://shop.test'

it('keeps search engines out of what belongs to a person, and shows them the sitemap', () => {
  const text = robotsTxt({ origin, isDemo: false })
  for (const path of ['/cart', '/checkout', '/orders', '/profile', '/auth/', '/api/', '/demo/'])
    expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(text).toMatch(/\nSitemap: https:\/\/shop\.test\/sitemap\.xml\n$/)
})

it('keeps them out of a demonstration altogether', () => {
  expect(robotsTxt({ origin, isDemo: true })).toBe('User-agent: *\nDisallow: /\n')
})
