import { type APIRequestContext, test as withoutPage } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop-page.ts'

/** The head of a response, parsed as a crawler without JavaScript does. */
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

async function sitemap(request: APIRequestContext): Promise<string[]> {
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toContain('application/xml')
  return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '')
}

withoutPage.describe('for search engines and link previews', () => {
  withoutPage(
    'every page of the sitemap opens and says what it is, once, under its own address',
    async ({ request, baseURL }) => {
      withoutPage.slow()
      const addresses = await sitemap(request)
      expect(addresses.length).toBeGreaterThan(14 + 29 + 30)
      const pictures = new Set<string>()
      const titles = new Set<string | undefined>()
      for (const address of addresses) {
        expect(address.startsWith(`${baseURL}/`)).toBe(true)
        const response = await request.get(address)
        expect(response.status(), address).toBe(200)
        const head = headOf(await response.text())
        expect(head.titles, address).toHaveLength(1)
        expect(head.description, address).toMatch(/.{20}/)
        expect(head, address).toMatchObject({
          canonical: address,
          ogUrl: address,
          twitter: 'summary_large_image',
        })
        expect(head.titles[0]?.startsWith(head.ogTitle ?? '-'), address).toBe(true)
        expect(head.robots, address).toBeUndefined()
        titles.add(head.titles[0])
        if (head.ogImage) pictures.add(head.ogImage)
      }
      expect(titles.size).toBe(addresses.length)
      expect(pictures.size).toBeGreaterThan(50)
      for (const picture of pictures) {
        const response = await request.get(picture)
        expect(response.status(), picture).toBe(200)
        expect(response.headers()['content-type'], picture).toBe('image/jpeg')
      }
    },
  )

  const SCHEMAS = [
    ['/', ['Organization', 'WebSite']],
    ['/products?category=sweet', ['BreadcrumbList']],
    ['/product/ragi-mix', ['Product', 'BreadcrumbList']],
    ['/replenish', ['Product', 'Product']],
    ['/play-with-food/mug-muffin', ['Recipe', 'BreadcrumbList']],
    ['/hydration/contact', ['FAQPage']],
  ] as const
  for (const [path, types] of SCHEMAS) {
    withoutPage(`${path} is described as ${types.join(' and ')}`, async ({ request }) => {
      const { schemas } = headOf(await (await request.get(path)).text())
      expect(schemas.map((schema) => schema['@type'])).toEqual(types)
      for (const schema of schemas) expect(schema).toMatchObject({ '@context': 'https://schema.org' })
    })
  }

  withoutPage('a demonstration asks search engines to leave it out', async ({ request }) => {
    const response = await request.get('/robots.txt')
    expect(response.headers()['content-type']).toContain('text/plain')
    expect(await response.text()).toBe('User-agent: *\nDisallow: /\n')
    // A nonce is valid for one response, and this one is cached.
    expect(response.headers()['content-security-policy']).not.toContain('nonce')
  })

  withoutPage('the manifest has the brand and icons that open', async ({ request }) => {
    const response = await request.get('/manifest.webmanifest')
    expect(response.headers()['content-type']).toContain('application/manifest+json')
    const manifest = await response.json()
    expect(manifest).toMatchObject({ name: 'Cultiva', start_url: '/' })
    const html = await (await request.get('/')).text()
    const links = [...html.matchAll(/<link rel="(?:apple-touch-)?icon" href="([^"]+)"/g)].map(
      (match) => match[1],
    )
    expect(links).toHaveLength(3)
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest"')
    for (const icon of [...links, ...manifest.icons.map(({ src }: { src: string }) => src)]) {
      const answer = await request.get(icon)
      expect(answer.status(), icon).toBe(200)
      expect(answer.headers()['content-type'], icon).toMatch(/^image\//)
    }
  })

  for (const path of ['/cart', '/checkout', '/checkout/success', '/orders', '/orders/1', '/profile']) {
    withoutPage(`${path} is private`, async ({ request }) => {
      const head = headOf(await (await request.get(path)).text())
      expect(head.robots).toBe('noindex')
      expect(head.canonical).toBeUndefined()
    })
  }

  for (const path of [
    '/auth/signin',
    '/auth/signup',
    '/auth/reset-password',
    '/auth/verify-email',
    '/auth/first-admin',
    '/demo/mailbox',
    '/newsletter',
  ]) {
    withoutPage(`${path} is nothing to find`, async ({ request }) => {
      expect(headOf(await (await request.get(path)).text()).robots).toBe('noindex')
    })
  }

  const NOTHING = [
    ['/no-such-page', 'Page not found'],
    ['/play-with-food/no-such-dish', 'Page not found'],
    ['/product/no-such-product', 'Product Not Found'],
  ] as const
  for (const [path, title] of NOTHING) {
    withoutPage(`${path} is not found, and says so`, async ({ request }) => {
      const response = await request.get(path)
      expect(response.status()).toBe(404)
      const html = await response.text()
      // The frame around it has the shop's name.
      expect(html).toMatch(/data-brand="[^"]/)
      const head = headOf(html)
      expect(head.titles).toEqual([title])
      expect(head).toMatchObject({ robots: 'noindex' })
      expect(head.canonical).toBeUndefined()
    })
  }
})

test('structured data breaks no rule of the content security policy, on a cached page either', async ({
  page,
}) => {
  for (const path of ['/hydration/contact', '/product/ragi-mix', '/']) {
    await page.goto(path)
    await page.reload()
    await expect(page.locator('script[type="application/ld+json"]').first()).toBeAttached()
  }
})

test('client-side navigation updates the head', async ({ page, baseURL }) => {
  await page.goto('/product/ragi-mix')
  const canonical = page.locator('link[rel="canonical"]')
  await expect(canonical).toHaveAttribute('href', /\/product\/00000000-[\w-]+$/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveTitle('Our Products — Cultiva')
  await expect(canonical).toHaveAttribute('href', `${baseURL}/products`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Our Products')
})
