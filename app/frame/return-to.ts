/** Where a sign-in goes on to. It comes from the URL, so anybody may have written it: only this shop's own paths count. */

const LONGEST = 1000
const NOWHERE = 'http://shop.invalid'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside URLs, so '/\t/x' means '//x'
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** A path of this shop, normalised as a browser would; null for everything that could lead elsewhere. */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || value.length > LONGEST || value.includes('\\') || CONTROL.test(value))
    return null
  const url = URL.parse(value, NOWHERE)
  if (url?.origin !== NOWHERE || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** The `returnTo` of a request's URL. */
export function returnToOf(url: string | URL): string | null {
  return safeReturnTo(new URL(url).searchParams.get('returnTo'))
}

/** `path` with the given parameters; those without a value are left out. */
export function withQuery(path: string, params: Record<string, string | null>): string {
  const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
