import type { Settings } from '#infra/config/settings.ts'

/**
 * The request with the origin that the browser used. Behind a proxy that terminates https the program sees http and
 * perhaps another host, so a real shop uses ORIGIN. A demonstration may be opened under several hosts, which are left
 * as they are.
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
