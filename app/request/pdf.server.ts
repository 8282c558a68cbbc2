import type { RouterContextProvider } from 'react-router'
import { requestContext } from '#app/request/context.server.ts'
import type { Paper } from '#infra/pdf/render-paper.ts'
import { REFUSALS } from '#shop/refusals.ts'

/** A paper with personal data as PDF; 503 while too many others wait. */
export async function pdfResponse(
  context: Readonly<RouterContextProvider>,
  paper: Paper,
  name: string,
): Promise<Response> {
  const made = await context.get(requestContext).pdf(paper)
  if (!made.ok) {
    const { status, en } = REFUSALS[made.reason]
    return new Response(en, { status, headers: { 'retry-after': String(made.waitSeconds) } })
  }
  return new Response(made.value, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}.pdf"`,
      'cache-control': 'no-store',
    },
  })
}
