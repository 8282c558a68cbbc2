/** The URL of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  return databaseUrl.href
}
