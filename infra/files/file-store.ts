import { arrayBuffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { FileStore } from '#shop/files.ts'

export type S3Settings = {
  bucket: string
  region: string
  /** Null: the address of Amazon's own service. */
  endpoint: string | null
  accessKeyId: string
  secretAccessKey: string
}

/** Files below this folder. One process, or several that share the folder. */
export function folderFiles(folder: string): FileStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  return filesOn(async () => disk)
}

/** Files in a bucket of any service that speaks S3. */
export function s3Files({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings): FileStore {
  const open = async () => {
    // Amazon's client is larger than the shop: who keeps files in a folder never loads it.
    const { S3Driver } = await import('flydrive/drivers/s3')
    const driver = new S3Driver({
      bucket,
      region,
      ...(endpoint && { endpoint, forcePathStyle: true }),
      credentials: { accessKeyId, secretAccessKey },
      visibility: 'private',
      // Many services know no access lists, and bytes with checksums between them corrupt files on some.
      supportsACL: false,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    return new Disk(driver)
  }
  let opened: Promise<Disk> | undefined
  return filesOn(() => {
    opened ??= open()
    return opened
  })
}

function filesOn(open: () => Promise<Disk>): FileStore {
  return {
    async put(key, bytes, contentType) {
      const disk = await open()
      try {
        await disk.put(key, bytes, { contentType })
      } catch (error) {
        // What a full disk took of it would only fill it more.
        await disk.delete(key).catch(() => {})
        throw error
      }
    },
    async read(key) {
      try {
        const disk = await open()
        const [bytes, { contentType }] = await Promise.all([bytesOf(disk, key), disk.getMetaData(key)])
        return { bytes, contentType: contentType ?? 'application/octet-stream' }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: async (key) => (await open()).delete(key),
  }
}

/** Read as a stream: of a small file in a folder FlyDrive's `getBytes` gives the memory around it too. */
async function bytesOf(disk: Disk, key: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await arrayBuffer(await disk.getStream(key)))
}

/** No room, over the quota, larger than this process may write. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** True when a file could not be kept because there is no room: it may work again when somebody has made some. */
export function isStorageFull(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : {}
  return FULL.has((cause as { code?: string }).code ?? '')
}

/** The folder says ENOENT, the services of S3 NoSuchKey or NotFound; FlyDrive wraps it as the cause. */
function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : {}
  const { code, name } = cause as { code?: string; name?: string }
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound'
}
