import { Banner } from '#app/kit/banner.tsx'

/** The result of an action of the dashboard. */
export type AdminAnswer = { ok: boolean; message: string }

/** The answer to what was just done, above the list; nothing when nothing was done. */
export function StatusNotice({ answer }: { answer: AdminAnswer | undefined }) {
  if (!answer) return null
  return (
    <Banner tone={answer.ok ? 'positive' : 'danger'} className="mb-4">
      {answer.message}
    </Banner>
  )
}
