import { readFileSync } from 'node:fs'

export const SECRET_SETTINGS = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
  'RAZORPAY_KEY_ID',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'MICROSOFT_CLIENT_SECRET',
] as const

type Env = Record<string, string | undefined>

/** Reads secrets from files: `AUTH_SECRET_FILE=/run/secrets/auth` stands for `AUTH_SECRET`. */
export function withSecretFiles(env: Env): { env: Env; problems: string[] } {
  const read: Env = { ...env }
  const problems: string[] = []
  for (const name of SECRET_SETTINGS) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) problems.push(`${name}_FILE: cannot be set while ${name} is set`)
    else {
      const text = textIn(path)
      if (text) read[name] = text
      else problems.push(`${name}_FILE: names a file that is empty or cannot be read`)
    }
  }
  return { env: read, problems }
}

function textIn(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
