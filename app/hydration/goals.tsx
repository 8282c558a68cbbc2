import { GOALS, GOALS_NOTE, type Goal } from '#content/hydration/impact.ts'

/** The shop's stated goals, with its own planning estimates as bars. */
export function Goals() {
  return (
    <section className="py-section" aria-labelledby="goals-title">
      <div className="wrap goals-row">
        <div>
          <h2 id="goals-title" className="display text-4xl">
            2030 goals
          </h2>
          <p className="mt-4 max-w-read text-sm text-ink-soft">{GOALS_NOTE}</p>
        </div>
        <ul className="goals">
          {GOALS.map((goal) => (
            <GoalRow key={goal.id} goal={goal} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function GoalRow({ goal: { id, figure, unit, text, progress } }: { goal: Goal }) {
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4" id={`goal-${id}`}>
        <span>
          <b className="display numeric mr-2 text-2xl max-md:block">
            {figure} {unit}
          </b>{' '}
          {text}
        </span>
        <span className="numeric font-semibold max-md:w-full">{progress}% (estimate)</span>
      </p>
      <div
        role="progressbar"
        aria-labelledby={`goal-${id}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        className="goal-bar"
      >
        <span style={{ width: `${progress}%` }} />
      </div>
    </li>
  )
}
