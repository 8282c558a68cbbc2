import type { Settings } from '#infra/config/settings.ts'

/**
 * The request with the browser's origin. Behind a proxy the program sees http and perhaps another host, so a
 * real shop uses ORIGIN; a demonstration keeps the request's.
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
