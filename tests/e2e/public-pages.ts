import { PUBLIC_PATHS } from '#app/seo/sitemap-entries.ts'

/** Pages open to visitors, each kind once. */
export const PUBLIC_PAGES = [
  ...PUBLIC_PATHS,
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
  '/demo/kit',
  '/demo/mailbox',
]
