import type { APIRequestContext } from '@playwright/test'
import { SEED_PRODUCTS } from '#db/seed/catalogue/catalogue.ts'
import { expect, test } from '#tests/e2e/shop-page.ts'

/** Parses the head of a page, as a crawler without JavaScript does. */
function headOf(html: string) {
  const tag = (pattern: RegExp) => html.match(pattern)?.[1]?.replaceAll('&amp;', '&')
  const property = (name: string) => tag(new RegExp(`<meta property="${name}" content="([^"]+)"`))
  return {
    titles: [...html.matchAll(/<title>([^<]+)<\/title>/g)].map((match) => match[1]),
    description: tag(/<meta name="description" content="([^"]+)"/),
    canonical: tag(/<link rel="canonical" href="([^"]+)"/),
    robots: tag(/<meta name="robots" content="([^"]+)"/),
    ogTitle: property('og:title'),
    ogUrl: property('og:url'),
    ogImage: property('og:image'),
    twitter: tag(/<meta name="twitter:card" content="([^"]+)"/),
    schemas: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      (match): { '@type': string } => JSON.parse(match[1] ?? ''),
    ),
  }
}

async function headAt(request: APIRequestContext, path: string) {
  const response = await request.get(path)
  return { status: response.status(), ...headOf(await response.text()) }
}

test('each page of the sitemap has one title, its own canonical URL and a picture that loads', async ({
  request,
  baseURL,
}) => {
  const xml = await (await request.get('/sitemap.xml')).text()
  const ids = new Set(SEED_PRODUCTS.map(({ id }) => id))
  // Parallel tests add and remove products.
  const isStable = (address: string) => {
    const id = /\/product\/([^/?]+)/.exec(address)?.[1]
    return id === undefined || ids.has(id)
  }
  const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '').filter(isStable)
  expect(addresses.length).toBeGreaterThan(70)
  const pictures = new Set<string>()
  const titles = new Set<string | undefined>()
  for (const address of addresses) {
    expect(address.startsWith(`${baseURL}/`)).toBe(true)
    const head = await headAt(request, address)
    expect(head, address).toMatchObject({
      status: 200,
      titles: [expect.stringContaining(head.ogTitle ?? '-')],
      description: expect.stringMatching(/.{20}/),
      canonical: address,
      robots: undefined,
      ogUrl: address,
      twitter: 'summary_large_image',
    })
    titles.add(head.titles[0])
    if (head.ogImage) pictures.add(head.ogImage)
  }
  expect(titles.size).toBe(addresses.length)
  expect(pictures.size).toBeGreaterThan(50)
  for (const picture of pictures) {
    const response = await request.get(picture)
    expect([response.status(), response.headers()['content-type']], picture).toEqual([200, 'image/jpeg'])
  }
})

test('pages have structured data, and private or missing pages have noindex', async ({ request }) => {
  for (const [path, types] of [
    ['/', ['Organization', 'WebSite']],
    ['/products?category=sweet', ['BreadcrumbList']],
    ['/product/ragi-mix', ['Product', 'BreadcrumbList']],
    ['/replenish', ['Product', 'Product']],
    ['/play-with-food/mug-muffin', ['Recipe', 'BreadcrumbList']],
    ['/hydration/contact', ['FAQPage']],
  ] as const) {
    const { schemas } = await headAt(request, path)
    expect(schemas, path).toMatchObject(
      types.map((type) => ({ '@type': type, '@context': 'https://schema.org' })),
    )
  }
  for (const path of ['/cart', '/checkout', '/orders', '/profile'])
    expect(await headAt(request, path), path).toMatchObject({ robots: 'noindex', canonical: undefined })
  for (const path of ['/auth/signin', '/demo/mailbox'])
    expect(await headAt(request, path), path).toMatchObject({ robots: 'noindex' })
  for (const [path, title] of [
    ['/no-such-page', 'Page not found'],
    ['/play-with-food/no-such-dish', 'Page not found'],
    ['/product/no-such-product', 'Product Not Found'],
  ] as const) {
    const missing = { status: 404, titles: [`${title} — Cultiva`], robots: 'noindex', canonical: undefined }
    expect(await headAt(request, path), path).toMatchObject(missing)
  }
  const password = await request.get('/.well-known/change-password', { maxRedirects: 0 })
  expect([password.status(), password.headers().location]).toEqual([302, '/auth/reset-password'])
  const robots = await request.get('/robots.txt')
  // A demonstration asks all crawlers to stay away.
  expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
  // A nonce is valid for one response, but robots.txt is cached.
  expect(robots.headers()['content-security-policy']).not.toContain('nonce')
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  const html = await (await request.get('/')).text()
  expect(html).toContain('<meta name="format-detection" content="telephone=no')
  const links = [...html.matchAll(/<link rel="(?:apple-touch-)?icon" href="([^"]+)"/g)].map(
    ([, href]) => href,
  )
  for (const icon of [...links, ...manifest.icons.map(({ src }: { src: string }) => src)]) {
    const answer = await request.get(icon)
    expect([answer.status(), answer.headers()['content-type']], icon).toEqual([
      200,
      expect.stringMatching(/^image\//),
    ])
  }
})
