import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { zipDownload } from '#app/request/zip.server.ts'

const AT = new Date('2026-11-21T12:00:00Z')

it('streams files one by one as a ZIP', async () => {
  const read: number[] = []
  async function* files() {
    for (let at = 0; at < 3; at += 1) {
      read.push(at)
      yield { name: `${at}.pdf`, bytes: new Uint8Array(1000).fill(at), modifiedAt: AT }
    }
  }
  const response = await zipDownload('documents', files())
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="documents.zip"')
  expect(read.length).toBeLessThan(3)
  const unzipped = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(Object.keys(unzipped)).toEqual(['0.pdf', '1.pdf', '2.pdf'])
  expect(unzipped['2.pdf']).toEqual(new Uint8Array(1000).fill(2))
})
