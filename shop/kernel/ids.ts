const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for the text form of a UUID of any version, as used for all ids. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The short form of an order's id for people: '#3f2a9c01' (# and the first 8 characters). */
export function shortId(id: string): string {
  return `#${id.slice(0, 8)}`
}
