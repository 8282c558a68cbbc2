import type { Settings } from '#infra/config/settings.ts'

/** Restores the browser's origin: behind a proxy the program sees http and perhaps another host. */
export function atCanonicalOrigin(
  request: Request,
  { demo, origin }: Pick<Settings, 'demo' | 'origin'>,
): Request {
  const asked = new URL(request.url)
  if (asked.origin === origin) return request
  if (demo && asked.host !== new URL(origin).host) return request
  return new Request(new URL(asked.pathname + asked.search, origin), request)
}
