import type { z } from 'zod'
import { text, unlessEmpty, webOrigin } from '#infra/config/parsers.ts'
import type { S3Settings } from '#infra/files/file-store.ts'

/** The bucket for uploaded files. */
export const fileEnvironment = {
  FILES_S3_BUCKET: text,
  FILES_S3_REGION: text,
  FILES_S3_ENDPOINT: unlessEmpty(webOrigin.optional()),
  FILES_S3_ACCESS_KEY_ID: text,
  FILES_S3_SECRET_ACCESS_KEY: text,
}

type FileEnv = z.infer<z.ZodObject<typeof fileEnvironment>>

export type FileSettings = {
  /** Null: uploaded files are kept in a folder below `dataDir`. */
  filesS3: S3Settings | null
}

/** A bucket needs all of these; one of them without a bucket is a mistake too. */
const NEEDED_FOR_BUCKET = [
  'FILES_S3_BUCKET',
  'FILES_S3_REGION',
  'FILES_S3_ACCESS_KEY_ID',
  'FILES_S3_SECRET_ACCESS_KEY',
] as const

export function contradictionsOfFiles(env: FileEnv): string[] {
  const isWanted = [...NEEDED_FOR_BUCKET, 'FILES_S3_ENDPOINT' as const].some(
    (name) => env[name] !== undefined,
  )
  const missing = NEEDED_FOR_BUCKET.filter((name) => isWanted && env[name] === undefined)
  return missing.map((name) => `${name}: must be set when files are kept in a bucket`)
}

export function filesOf(env: FileEnv): FileSettings {
  const { FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = env
  const { FILES_S3_ACCESS_KEY_ID: accessKeyId, FILES_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return { filesS3: null }
  const endpoint = env.FILES_S3_ENDPOINT ?? null
  return { filesS3: { bucket, region, endpoint, accessKeyId, secretAccessKey } }
}
