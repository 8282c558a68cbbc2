import { listedPaths } from '#app/seo/sitemap.ts'
import { ALL_FEATURES } from '#shop/ctx.ts'
import { REGISTRY } from '#tests/access/page-rows.ts'

/** Public pages, each kind once. */
export const PUBLIC_PAGES = [
  ...listedPaths(REGISTRY, ALL_FEATURES),
  '/products?category=biodegradable',
  '/product/mixed-flavour',
  '/product/meal-play-box',
  '/product/sichuan-pepper',
  '/play-with-food/idli',
  '/search?q=ragi',
  '/cart',
  '/checkout',
  '/orders',
  '/profile',
  '/profile/addresses/new',
  '/profile/delete',
  '/account-deleted',
  '/auth/signin',
  '/auth/signup',
  '/auth/reset-password',
  '/auth/verify-email',
  '/demo/mailbox',
]
