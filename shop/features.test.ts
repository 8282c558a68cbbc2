import { expect, it } from 'vitest'
import { ALL_FEATURES, FEATURES, isOpen } from '#shop/features.ts'

const OFF = { newsletter: false, reviews: false, hydration: false, programme: false }

it.each([
  ['newsletter', ['/newsletter', '/newsletter/confirm?token=one']],
  ['reviews', ['/product/ragi-mix/review', '/product/:id/review']],
  ['hydration', ['/hydration', '/hydration/impact', '/hydration/contact', '/replenish#reviews']],
  [
    'programme',
    [
      '/shg-worker-dashboard',
      '/shg-worker-dashboard/statements/:month',
      '/upload-task-photo/:taskId?',
      '/worker.webmanifest',
      '/admin/dashboard/tasks/new',
      '/admin/dashboard/task-approvals',
      '/admin/dashboard/payouts/:id/csv',
      '/admin/dashboard/planning',
    ],
  ],
] as const)('%s closes its pages alone', (feature, paths) => {
  for (const path of paths) {
    expect([path, isOpen(path, ALL_FEATURES)]).toEqual([path, true])
    expect([path, isOpen(path, { ...ALL_FEATURES, [feature]: false })]).toEqual([path, false])
    for (const other of FEATURES.filter((one) => one !== feature))
      expect([path, other, isOpen(path, { ...ALL_FEATURES, [other]: false })]).toEqual([path, other, true])
  }
})

it('what else there is stays, and the link that ends the newsletter', () => {
  for (const path of [
    '/',
    '/products',
    '/product/replenish',
    '/newsletter/unsubscribe?token=one',
    '/contact',
  ])
    expect([path, isOpen(path, OFF)]).toEqual([path, true])
})
