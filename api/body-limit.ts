import { createMiddleware } from 'hono/factory'
import { tooLarge } from '#api/failures.ts'

const LARGEST = 1024 * 1024

/**
 * Refuses bodies above 1 MB: by the length they announce, or while reading those that announce none. What was read is
 * put back as a plain Request, because the adapter's own cannot be copied.
 */
export const limitBody = createMiddleware(async (c, next) => {
  const length = c.req.header('content-length')
  const isAnnounced = length !== undefined && !c.req.header('transfer-encoding')
  if (isAnnounced && Number(length) > LARGEST) return tooLarge(c)
  if (!isAnnounced && c.req.raw.body) {
    const body = await readUpTo(c.req.raw.body, LARGEST)
    if (!body) return tooLarge(c)
    const { url, method, headers } = c.req.raw
    c.req.raw = new Request(url, { method, headers, body })
  }
  await next()
})

/** The whole stream; null when there is more than `most` bytes. */
async function readUpTo(stream: ReadableStream<Uint8Array>, most: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) return null
    chunks.push(new Uint8Array(chunk))
  }
  return new Blob(chunks)
}
