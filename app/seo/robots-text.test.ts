import { expect, it } from 'vitest'
import { PERSONAL_PATHS, robotsTxt } from './robots-text.ts'
import { PUBLIC_PATHS } from './sitemap-entries.ts'

const origin = 'https://shop.test'

it('keeps search engines out of what belongs to a person, and shows them the sitemap', () => {
  const text = robotsTxt({ origin, isDemo: false })
  for (const path of ['/cart', '/checkout', '/orders', '/profile', '/auth/', '/api/', '/demo/'])
    expect(text).toContain(`\nDisallow: ${path}\n`)
  expect(text).toMatch(/\nSitemap: https:\/\/shop\.test\/sitemap\.xml\n$/)
})

it('closes no public page: rules are beginnings of addresses', () => {
  const closed = PUBLIC_PATHS.filter((path) => PERSONAL_PATHS.some((rule) => path.startsWith(rule)))
  expect(closed).toEqual([])
})

it('keeps them out of a demonstration altogether', () => {
  expect(robotsTxt({ origin, isDemo: true })).toBe('User-agent: *\nDisallow: /\n')
})
