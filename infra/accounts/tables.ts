/** The account library's models under our names of tables and columns. */

const STAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

export const TABLES = {
  user: {
    modelName: 'users',
    fields: { name: 'full_name', emailVerified: 'email_verified', ...STAMPS },
    additionalFields: {
      phone_number: { type: 'string', required: false, input: false },
      // The response to a sign-up shows the defaults, also the imitated one for a known address.
      is_admin: { type: 'boolean', required: false, input: false, defaultValue: false },
      is_worker: { type: 'boolean', required: false, input: false, defaultValue: false },
      sign_up_browser: { type: 'string', required: false, input: false, returned: false },
    },
  },
  session: {
    modelName: 'sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...STAMPS,
    },
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...STAMPS,
    },
  },
  // Hashed, so that the table reveals no working link.
  verification: {
    modelName: 'verifications',
    fields: { expiresAt: 'expires_at', ...STAMPS },
    storeIdentifier: 'hashed',
  },
} as const
