import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, describe, expect, it } from 'vitest'
import { folderFiles, s3Files } from '#infra/files/file-store.ts'
import { linkSigner } from '#infra/keys/key-ring.ts'

const folder = await mkdtemp(join(tmpdir(), 'shop-files-'))
const s3 = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 'bucket'),
  configureBuckets: [{ name: 'shop' }],
})
const { port } = await s3.run()
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})

const bucket = {
  bucket: 'shop',
  region: 'ap-south-1',
  endpoint: `http://127.0.0.1:${port}`,
  key: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
}

describe.each([
  ['a folder', folderFiles(join(folder, 'files'))],
  ['a bucket', s3Files(bucket)],
])('files in %s', (_, files) => {
  it('are read as they were written', async () => {
    for (const size of [0, 1, 300, 70_000]) {
      const bytes = new Uint8Array(size).map((_, at) => at % 251)
      await files.put(`photos/${size}.webp`, bytes, 'image/webp')
      expect(await files.read(`photos/${size}.webp`)).toEqual({ bytes, contentType: 'image/webp' })
    }
  })

  it('are replaced by a second write', async () => {
    await files.put('a/b.pdf', new Uint8Array([1, 2, 3]), 'application/pdf')
    await files.put('a/b.pdf', new Uint8Array([4]), 'application/pdf')
    expect((await files.read('a/b.pdf'))?.bytes).toEqual(new Uint8Array([4]))
  })

  it('can be removed, more than once', async () => {
    await files.put('gone.webp', new Uint8Array([1]), 'image/webp')
    await files.remove('gone.webp')
    await files.remove('gone.webp')
    expect(await files.read('gone.webp')).toBeNull()
    expect(await files.read('never/there.webp')).toBeNull()
  })

  it('cannot be written outside their folder', async () => {
    await expect(files.put('../outside.webp', new Uint8Array([1]), 'image/webp')).rejects.toThrow()
    expect(await readdir(folder)).not.toContain('outside.webp')
  })
})

it('a bucket that cannot be reached is an error, not a missing file', async () => {
  const unreachable = s3Files({ ...bucket, endpoint: 'http://127.0.0.1:1' })
  await expect(unreachable.read('photos/1.webp')).rejects.toThrow()
})

it('the signature of a link depends on its text and on the secret', () => {
  const { sign, isProof } = linkSigner(['one'], 'files')
  expect(sign('a')).toBe(linkSigner(['one'], 'files').sign('a'))
  expect(new Set([sign('a'), sign('b'), linkSigner(['two'], 'files').sign('a')]).size).toBe(3)
  expect(isProof('a', sign('a'))).toBe(true)
  for (const wrong of ['', sign('b'), `${sign('a')}AA`, linkSigner(['two'], 'files').sign('a')]) {
    expect(isProof('a', wrong)).toBe(false)
  }
})
