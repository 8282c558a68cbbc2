import { Tabs } from '#app/kit/tabs.tsx'
import { Drawing } from '#app/marketing/drawing.tsx'
import { FactList } from '#app/marketing/facts.tsx'
import { PROBLEMS, type Problem } from '#content/about.ts'

/** The problems the shop was started for, in three tabs; every number with its source. */
export function ProblemTabs() {
  return (
    <section className="py-section problems" aria-labelledby="problems">
      <div className="wrap">
        <h2 id="problems" className="display text-4xl">
          {PROBLEMS.title}
        </h2>
        <Tabs
          label="Problems"
          tabs={PROBLEMS.tabs.map((problem) => ({
            id: problem.id,
            label: problem.label,
            panel: <Panel problem={problem} />,
          }))}
        />
      </div>
    </section>
  )
}

function Panel({ problem }: { problem: Problem }) {
  return (
    <div className="problem">
      <div>
        <h3 className="display text-2xl">{problem.title}</h3>
        <p className="problem-text">{problem.text}</p>
        <FactList names={problem.facts} />
      </div>
      <Drawing name={problem.drawing} />
    </div>
  )
}
