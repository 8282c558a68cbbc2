import { Banner } from '#app/kit/banner.tsx'
import type { Problems } from '#app/kit/form-fields.ts'

/** The result of an action of the dashboard: of an invalid form the message, or its problems by field. */
export type AdminAnswer = { ok: boolean; message: string | null; problems?: Problems }

/** The result of the last action, above the list; without a message the first problem of the form. */
export function StatusNotice({ answer }: { answer: AdminAnswer | undefined }) {
  if (!answer) return null
  return (
    <Banner tone={answer.ok ? 'positive' : 'danger'} className="mb-4">
      {answer.message ?? Object.values(answer.problems ?? {})[0]}
    </Banner>
  )
}
