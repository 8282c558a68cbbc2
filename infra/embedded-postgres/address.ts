/** The postgres:// URL of a server by its socket directory. Names all that PG* variables could otherwise change. */
export function urlOf(socketDir: string): string {
  const query = new URLSearchParams({ host: socketDir, port: '5432', user: 'shop', sslmode: 'disable' })
  return `postgres:///postgres?${query}`
}
