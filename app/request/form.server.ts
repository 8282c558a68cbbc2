import { data } from 'react-router'
import { bodyLimit } from '#infra/rate-limits/body-limits.ts'

/**
 * The form that was posted. What is no form at all is answered with 400, one above the limit of its page with 413. Every
 * action reads its form here.
 */
export async function formOf(request: Request): Promise<FormData> {
  const form = await readForm(request)
  if (typeof form === 'string') throw data(null, { status: form === 'too_large' ? 413 : 400 })
  return form
}

/** The same for those who have words of their own for what cannot be read. */
export async function readForm({
  body,
  headers,
  url,
}: Request): Promise<FormData | 'malformed' | 'too_large'> {
  // The listener receives no more than the limit, and gives every body a length.
  const { most } = bodyLimit(new URL(url).pathname)
  if (Number(headers.get('content-length') ?? 0) > most) return 'too_large'
  const type = headers.get('content-type') ?? ''
  return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => 'malformed')
}
