import type { Settings } from '#infra/config/settings.ts'

/**
 * The request as the browser sent it. Behind a proxy that ends https the program sees plain http and perhaps another
 * host; a real shop knows its own address. A demonstration is opened under several, and is told one of them at most.
 */
export function atCanonicalOrigin(
  request: Request,
  { demo, origin }: Pick<Settings, 'demo' | 'origin'>,
): Request {
  const asked = new URL(request.url)
  if (asked.origin === origin) return request
  if (demo && asked.host !== new URL(origin).host) return request
  return new Request(new URL(asked.pathname + asked.search, origin), request)
}
