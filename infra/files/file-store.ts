import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { FileStore } from '#shop/ctx.ts'

export type S3Settings = {
  bucket: string
  region: string
  endpoint: string | null
  /** Null: the temporary key of the machine's role. */
  key: { accessKeyId: string; secretAccessKey: string } | null
}

/** A folder stores no content types. */
const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.webp': 'image/webp',
}

/** Returns the store of the shop's files: the bucket if configured, otherwise a folder of the data directory. */
export function filesOf({ filesS3, dataDir }: { filesS3: S3Settings | null; dataDir: string }): FileStore {
  return filesS3 ? s3Files(filesS3) : folderFiles(join(dataDir, 'files'))
}

/** Stores files in a folder, for one process or several that share it. */
export function folderFiles(folder: string): FileStore {
  const pathOf = (key: string) => join(folder, checkKey(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const temporary = `${path}.${randomUUID()}.tmp`
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeFile(temporary, bytes)
        await rename(temporary, path)
      } catch (error) {
        // On a full disk, a leftover temporary file would take up the last space.
        await rm(temporary, { force: true }).catch(() => {})
        throw error
      }
    },
    async read(key) {
      const path = pathOf(key)
      try {
        const bytes = new Uint8Array(await readFile(path))
        return { bytes, contentType: CONTENT_TYPES[extname(key)] ?? 'application/octet-stream' }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
  }
}

export function s3Files({ bucket, region, endpoint, key: credentials }: S3Settings): FileStore {
  const open = async () => {
    // Loaded only for a bucket, because Amazon's client is larger than the shop.
    const s3 = await import('@aws-sdk/client-s3')
    const client = new s3.S3Client({
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
      // No checksums by default, because some services store them as part of the file.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    return { s3, client }
  }
  let connection: ReturnType<typeof open> | undefined
  const getClient = () => {
    connection ??= open()
    return connection
  }
  const objectOf = (key: string) => ({ Bucket: bucket, Key: checkKey(key) })
  return {
    async put(key, bytes, contentType) {
      const { s3, client } = await getClient()
      await client.send(new s3.PutObjectCommand({ ...objectOf(key), Body: bytes, ContentType: contentType }))
    },
    async read(key) {
      const { s3, client } = await getClient()
      try {
        const { Body, ContentType } = await client.send(new s3.GetObjectCommand(objectOf(key)))
        const bytes = new Uint8Array((await Body?.transformToByteArray()) ?? [])
        return { bytes, contentType: ContentType ?? 'application/octet-stream' }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async remove(key) {
      const { s3, client } = await getClient()
      await client.send(new s3.DeleteObjectCommand(objectOf(key)))
    },
  }
}

/** Returns the key, or throws if it leads out of the folder. */
function checkKey(key: string): string {
  if (/^[\w.-]+(\/[\w.-]+)*$/.test(key) && !key.split('/').some((name) => /^\.+$/.test(name))) return key
  throw new Error(`'${key}' is not a valid file key`)
}

/** Codes for a full disk, an exceeded quota, and a file above the process's size limit. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** True if a file could not be written for lack of space: the request may succeed later. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && FULL.has((error as { code?: string }).code ?? '')
}

/** True for a missing file: ENOENT in a folder, NoSuchKey or NotFound from S3 services. */
function isMissing(error: unknown): boolean {
  const { code, name } = error as { code?: string; name?: string }
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound'
}

/** Returns the headers of an uploaded picture. `name` is chosen by the shop, never by the uploader. */
export function pictureHeaders(name: string, contentType: string): Record<string, string> {
  const [, format = 'bin'] = contentType.split('/')
  return {
    'content-type': contentType,
    'content-disposition': `inline; filename="${name}.${format}"`,
    'x-content-type-options': 'nosniff',
  }
}
