const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for the text form of a UUID of any version, which is what every id in the shop is. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** The short form of an order's id that people read and say: '#3f2a9c01' (# and the first 8 characters). */
export function shortId(id: string): string {
  return `#${id.slice(0, 8)}`
}
