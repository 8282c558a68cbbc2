import { data } from 'react-router'

/** The form that was posted. What is no form at all is answered with 400. */
export async function formOf(request: Request): Promise<FormData> {
  return request.formData().catch(() => {
    throw data(null, { status: 400 })
  })
}
