const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/** Returns '#3f2a9c01'. */
export function shortId(id: string): string {
  return `#${id.slice(0, 8)}`
}
