/** What the account library answers over HTTP. All else it knows has a page of the shop, or no place in it. */
const OFFERED = {
  GET: ['/get-session', '/callback/google', '/callback/microsoft'],
  POST: [
    '/sign-up/email',
    '/sign-in/email',
    '/sign-in/social',
    '/sign-out',
    '/verify-email',
    '/send-verification-email',
    '/request-password-reset',
    '/reset-password',
    '/change-password',
    '/update-user',
    // Some providers post their answer.
    '/callback/google',
    '/callback/microsoft',
  ],
} as const

/** True when the library may be asked this from outside. `path` is below /api/auth and has no query. */
export function isOffered(method: string, path: string): boolean {
  const paths: readonly string[] = OFFERED[method as keyof typeof OFFERED] ?? []
  return paths.includes(path)
}
