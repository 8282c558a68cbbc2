import { useWords } from '#app/worker/language.ts'
import { NoTasks } from '#app/worker/no-tasks.tsx'
import { SayButton } from '#app/worker/say-button.tsx'
import type { ShownTask } from '#app/worker/shown-task.ts'
import { TaskPanel } from '#app/worker/task-panel.tsx'
import { TaskRows } from '#app/worker/task-rows.tsx'
import { formatPrice } from '#shop/kernel/money.ts'
import type { WorkerFigures } from '#shop/programme/dashboard.ts'

export type OverviewProps = { figures: WorkerFigures; now: ShownTask | null; recent: ShownTask[] }

/** The task in hand first, then how the work goes. */
export function Overview({ figures, now, recent }: OverviewProps) {
  const words = useWords()
  return (
    <>
      {now && (
        <section className="worker-part">
          <h2 className="sr-only">{words.activeTasks}</h2>
          <ul className="panels">
            <TaskPanel task={now} />
          </ul>
        </section>
      )}
      <StatCards figures={figures} />
      <Performance figures={figures} />
      <section className="panel">
        <h2>{words.recent}</h2>
        {recent.length > 0 ? (
          <TaskRows tasks={recent} />
        ) : (
          <NoTasks title={words.noTasks}>{words.noTasksMore}</NoTasks>
        )}
      </section>
    </>
  )
}

function StatCards({ figures }: { figures: WorkerFigures }) {
  const words = useWords()
  const cards = [
    { name: words.totalTasks, value: String(figures.totalTasks), picture: 'work-box' },
    { name: words.completed, value: String(figures.completedTasks), picture: 'work-truck' },
    { name: words.totalEarnings, value: formatPrice(figures.totalEarnings), picture: 'work-pay' },
    { name: words.completionRate, value: percent(figures.completionRate), picture: 'work-calendar' },
  ]
  return (
    <dl className="stat-cards">
      {cards.map(({ name, value, picture }) => (
        <div key={name} className="panel">
          <dt>
            <img src={`/illustrations/${picture}.svg`} alt="" width="56" height="56" />
            {name}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Performance({ figures }: { figures: WorkerFigures }) {
  const words = useWords()
  const month = formatPrice(figures.monthEarnings)
  const rating = figures.rating === null ? words.noRating : words.ofFive(figures.rating.toFixed(1))
  const said = `${words.monthEarnings}: ${month}. ${words.rating}: ${rating}`
  return (
    <section className="panel">
      <div className="task-head">
        <h2>{words.performance}</h2>
        <SayButton text={said} />
      </div>
      <dl className="facts">
        <div>
          <dt>{words.monthEarnings}</dt>
          <dd>{month}</dd>
        </div>
        <div>
          <dt>{words.rating}</dt>
          <dd>{rating}</dd>
        </div>
      </dl>
    </section>
  )
}

function percent(value: number): string {
  return `${Math.round(value)}%`
}
