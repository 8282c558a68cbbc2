/** The postgres:// URL of a server by its socket directory. It sets everything that PG* variables could change. */
export function urlOf(socketDir: string): string {
  const query = new URLSearchParams({ host: socketDir, port: '5432', user: 'shop', sslmode: 'disable' })
  return `postgres:///postgres?${query}`
}
