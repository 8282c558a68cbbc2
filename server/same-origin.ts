const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * True when this request may change something on behalf of its cookies: a browser says where a post comes from, and
 * it must come from this shop. Without a cookie there is nobody to act for. `origins` are the shop's own.
 */
export function isSameOrigin(method: string, headers: Headers, origins: readonly string[]): boolean {
  if (SAFE.has(method) || !headers.get('cookie')) return true
  const origin = headers.get('origin')
  return origin !== null && origins.includes(origin)
}
