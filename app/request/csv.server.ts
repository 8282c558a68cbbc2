import { type CsvCell, csvLines, toCsv } from '#shop/kernel/csv.ts'

/** A file that is written while its rows are read, one page after the other; a reader who leaves ends the reading. */
export function csvDownload(name: string, pages: AsyncGenerator<CsvCell[][]>): Response {
  const encoder = new TextEncoder()
  let isFirst = true
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pages.next()
      if (done) return controller.close()
      const text = isFirst ? toCsv(value) : csvLines(value)
      isFirst = false
      controller.enqueue(encoder.encode(text))
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
