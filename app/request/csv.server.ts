import { type CsvCell, csvLines, toCsv } from '#shop/kernel/csv.ts'

/**
 * Streams a CSV file page by page; a client that disconnects ends the reading. Rejects when the first page cannot be
 * read, because a stream that fails before its first byte would show the error's text.
 */
export async function csvDownload(name: string, pages: AsyncGenerator<CsvCell[][]>): Promise<Response> {
  const encoder = new TextEncoder()
  let first: IteratorResult<CsvCell[][]> | null = await pages.next()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = first ?? (await pages.next())
      if (done) return controller.close()
      controller.enqueue(encoder.encode(first ? toCsv(value) : csvLines(value)))
      first = null
    },
    cancel: () => void pages.return(undefined),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
  })
}
