import { Zip, ZipPassThrough } from 'fflate'
import { fileDownload } from '#app/request/downloads.server.ts'

type ZippedFile = { name: string; bytes: Uint8Array; modifiedAt: Date }

/** Streams a ZIP of files that are already compressed. Rejects if the first file cannot be read. */
export async function zipDownload(name: string, files: AsyncGenerator<ZippedFile>): Promise<Response> {
  let next: IteratorResult<ZippedFile> | null = await files.next()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(new Uint8Array(chunk))
  })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = next ?? (await files.next())
      next = null
      if (done) zip.end()
      else {
        const part = new ZipPassThrough(value.name)
        part.mtime = value.modifiedAt
        zip.add(part)
        part.push(value.bytes, true)
      }
      for (const chunk of chunks.splice(0)) controller.enqueue(chunk)
      if (done) controller.close()
    },
    cancel: () => void files.return(undefined),
  })
  return fileDownload(`${name}.zip`, 'application/zip', body)
}
