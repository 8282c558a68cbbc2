/** Paths of accounts and of the shop's staff, closed to search engines. */
export const PERSONAL_PATHS = [
  '/admin',
  '/api/',
  '/auth/',
  '/cart',
  '/checkout',
  '/demo/',
  '/newsletter/',
  '/orders',
  '/profile',
  '/search',
  '/shg-worker-dashboard',
  '/upload-task-photo',
] as const

/** robots.txt. A demonstration, whose catalogue and reviews are samples, asks to be left out altogether. */
export function robotsTxt({ origin, isDemo }: { origin: string; isDemo: boolean }): string {
  if (isDemo) return 'User-agent: *\nDisallow: /\n'
  const rules = PERSONAL_PATHS.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
