import { StepList } from '#app/marketing/step-list.tsx'
import { PROCESS } from '#content/about.ts'

/** Six steps from grain to parcel. */
export function Process() {
  return (
    <section className="py-section process" aria-labelledby="process">
      <div className="wrap">
        <h2 id="process" className="display text-4xl">
          {PROCESS.title}
        </h2>
        <StepList steps={PROCESS.steps} />
      </div>
    </section>
  )
}
