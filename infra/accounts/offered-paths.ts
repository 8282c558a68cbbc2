/** Paths of the account library that are open over HTTP. */
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

/** `path`: below /api/auth, without a query. */
export function isOffered(method: string, path: string): boolean {
  const paths: readonly string[] = OFFERED[method as keyof typeof OFFERED] ?? []
  return paths.includes(path)
}
