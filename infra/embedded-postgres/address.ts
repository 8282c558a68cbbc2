/** Sets everything that PG* variables could change. */
export function urlOf(socketDir: string): string {
  const query = new URLSearchParams({ host: socketDir, port: '5432', user: 'shop', sslmode: 'disable' })
  return `postgres:///postgres?${query}`
}
