/** The path to which a sign-in redirects. The value comes from the URL, so only paths of this shop are accepted. */
import type { Language } from '#shop/programme/worker.ts'

const MAX_LENGTH = 1000
const PLACEHOLDER_ORIGIN = 'http://shop.invalid'

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these inside URLs, so '/\t/x' means '//x'
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Returns a path of this shop, normalised as a browser would do. Null for anything that could lead to another site. */
export function safeReturnTo(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || value.length > MAX_LENGTH || value.includes('\\') || CONTROL.test(value))
    return null
  const url = URL.parse(value, PLACEHOLDER_ORIGIN)
  if (url?.origin !== PLACEHOLDER_ORIGIN || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

export function returnToOf(url: string | URL): string | null {
  return safeReturnTo(new URL(url).searchParams.get('returnTo'))
}

/** Parameters that each step of a sign-in passes on in its URL: the destination, and a language chosen on the way. */
export type SignInParams = { returnTo: string | null; language: Language | null }

/** Returns `path` with the given parameters. Leaves out parameters without a value. */
export function withQuery<Path extends string>(
  path: Path,
  params: Record<string, string | null>,
): Path | `${Path}?${string}` {
  const given = Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== null)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
