import { Banner } from '#app/kit/banner.tsx'
import type { Problem } from '#app/kit/form-fields.ts'

/** The one thing that is wrong with a form, told at once. `id` joins it to the field it is about. */
export function ProblemBox({ id, problem }: { id: string; problem: Problem | null }) {
  if (!problem) return null
  return (
    <div id={id}>
      <Banner tone="danger">{problem.message}</Banner>
    </div>
  )
}
