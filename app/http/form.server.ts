import { data } from 'react-router'
import { readUpTo } from '#infra/limits/read-up-to.ts'

/** What a form without files may hold, in bytes. */
const USUAL = 1024 * 1024

/**
 * The form that was posted. What is no form at all is answered with 400, one of more than `most` bytes with 413. Every
 * action reads its form here: nobody may fill the memory of the shop by sending without end.
 */
export async function formOf(request: Request, most = USUAL): Promise<FormData> {
  const form = await readForm(request, most)
  if (typeof form === 'string') throw data(null, { status: form === 'too_large' ? 413 : 400 })
  return form
}

/** The same for those who have words of their own for what cannot be read. */
export async function readForm(
  request: Request,
  most: number,
): Promise<FormData | 'malformed' | 'too_large'> {
  const { body, headers } = request
  if (Number(headers.get('content-length') ?? 0) > most) return 'too_large'
  const content = body ? await readUpTo(body, most) : new Blob()
  if (!content) return 'too_large'
  const type = headers.get('content-type') ?? ''
  return new Response(content, { headers: { 'content-type': type } }).formData().catch(() => 'malformed')
}
