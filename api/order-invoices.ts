import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import { errors, SESSION } from '#api/contract.ts'
import type { ApiEnv } from '#api/deps.ts'
import { idOf } from '#api/examples.ts'
import { signedIn } from '#api/guards.ts'
import { byPerson, limited } from '#api/rate-limit.ts'
import { refused } from '#api/refusals.ts'
import type { Ctx } from '#shop/ctx.ts'
import type { InvoiceDocument } from '#shop/invoices/invoice-document.ts'
import { findCreditNote, latestInvoice } from '#shop/invoices/invoices.read.ts'
import { issueInvoice } from '#shop/invoices/issue-invoice.ts'
import type { RefusalOf } from '#shop/kernel/result.ts'
import { canSeeOrder } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.read.ts'

export const orderInvoices = new OpenAPIHono<ApiEnv>()

const common = {
  method: 'get' as const,
  tags: ['orders'],
  security: SESSION,
  middleware: [signedIn, limited('invoices', { limit: 60, windowSeconds: 60 }, byPerson)],
}
const orderId = idOf('order')
const pdf = {
  description: 'The PDF, identical on every download',
  content: { 'application/pdf': { schema: z.string().openapi({ format: 'binary' }) } },
}

const invoice = createRoute({
  ...common,
  path: '/orders/{id}/invoice',
  summary: 'The tax invoice, issued once the order is paid or shipped',
  request: { params: z.object({ id: orderId }) },
  responses: { 200: pdf, ...errors(401, 404, 409, 422, 429) },
})
orderInvoices.openapi(invoice, async (c) => {
  const { ctx, deps } = c.var
  const order = await visibleOrder(ctx, c.req.valid('param').id)
  if (!order) return refused(c, { reason: 'order_not_found' })
  const issued = await issueInvoice(ctx, order.id)
  // A cancelled order gets no new invoice, but an earlier one can still be read.
  const invoice = issued.ok ? issued.value : await latestInvoice(ctx.db, order.id)
  if (!invoice) return refused(c, issued as RefusalOf<typeof issueInvoice>)
  const made = await deps.pdf({ kind: 'invoice', invoice })
  return made.ok ? c.body(made.value, 200, pdfHeaders(invoice)) : refused(c, made)
})

const note = createRoute({
  ...common,
  path: '/orders/{id}/credit-notes/{noteId}',
  summary: 'A credit note of the order',
  request: { params: z.object({ id: orderId, noteId: idOf('creditNote') }) },
  responses: { 200: pdf, ...errors(401, 404, 422, 429) },
})
orderInvoices.openapi(note, async (c) => {
  const { ctx, deps } = c.var
  const { id, noteId } = c.req.valid('param')
  const order = await visibleOrder(ctx, id)
  const note = order && (await findCreditNote(ctx.db, order.id, noteId))
  if (!note) return refused(c, { reason: 'order_not_found' })
  const made = await deps.pdf({ kind: 'invoice', invoice: note })
  return made.ok ? c.body(made.value, 200, pdfHeaders(note)) : refused(c, made)
})

async function visibleOrder({ db, actor }: Ctx, id: string) {
  const order = await findOrder(db, id)
  return order && canSeeOrder(actor, order) ? order : null
}

function pdfHeaders({ number }: InvoiceDocument): Record<string, string> {
  const name = number.replace('/', '-')
  return { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${name}.pdf"` }
}
