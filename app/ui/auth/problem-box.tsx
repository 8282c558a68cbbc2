import type { Problem } from '#app/http/check-form.ts'
import { Banner } from '#app/ui/kit/banner.tsx'

/** The one thing that is wrong with a form, told at once. `id` joins it to the field it is about. */
export function ProblemBox({ id, problem }: { id: string; problem: Problem | null }) {
  if (!problem) return null
  return (
    <div id={id}>
      <Banner tone="danger">{problem.message}</Banner>
    </div>
  )
}
