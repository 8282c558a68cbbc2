/** All that is sent, whatever length was announced; null when it is more than `most` bytes: the rest is left unread. */
export async function readUpTo(stream: ReadableStream<Uint8Array>, most: number): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) return null
    chunks.push(new Uint8Array(chunk))
  }
  return new Blob(chunks)
}
