/**
 * What the library offers over HTTP and the shop does not use: the list of sessions would show their tokens, and the
 * rest has pages of the shop or no place in it.
 */
export const UNUSED_PATHS = [
  '/account-info',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/error',
  '/get-access-token',
  '/link-social',
  '/list-accounts',
  '/list-sessions',
  '/ok',
  '/refresh-token',
  '/revoke-session',
  '/revoke-sessions',
  '/unlink-account',
  '/update-session',
]
