import type { RouterContextProvider } from 'react-router'
import { requestContext } from '#app/request/context.server.ts'
import type { Paper } from '#infra/pdf/render-paper.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { Person } from '#shop/kernel/actor.ts'
import { type CsvCell, csvLines, toCsv } from '#shop/kernel/csv.ts'
import { readPersonalData } from '#shop/privacy/personal-data.read.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** Streams a CSV file. Rejects if the first page cannot be read, because a failing stream would show the error. */
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
  return fileDownload(`${name}.csv`, 'text/csv; charset=utf-8', body)
}

export function fileDownload(name: string, type: string, body: BodyInit): Response {
  const disposition = `attachment; filename="${name}"`
  return new Response(body, {
    headers: { 'content-type': type, 'content-disposition': disposition, 'cache-control': 'no-store' },
  })
}

/** Responds with everything that is stored about a person, as a file of this name. */
export async function personalDataDownload(ctx: Ctx, person: Person, name: string): Promise<Response> {
  const stored = await readPersonalData(ctx.db, ctx, person)
  const generated = { generated_at: ctx.now.toISOString(), amounts: 'in rupees' }
  const file = JSON.stringify({ ...generated, ...stored }, null, 2)
  return fileDownload(`${name}.json`, 'application/json; charset=utf-8', file)
}

/** Responds with a document as PDF, which is not cached. Responds with 503 while too many others are being rendered. */
export async function pdfResponse(context: Readonly<RouterContextProvider>, paper: Paper, name: string) {
  const rendered = await context.get(requestContext).pdf(paper)
  if (!rendered.ok) {
    const { status, en } = REFUSALS[rendered.reason]
    return new Response(en, { status, headers: { 'retry-after': String(rendered.waitSeconds) } })
  }
  return new Response(rendered.value, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}.pdf"`,
      'cache-control': 'no-store',
    },
  })
}
