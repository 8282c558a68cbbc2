import { useEffect } from 'react'
import { useFetcher, useRevalidator } from 'react-router'
import { useWords } from '#app/worker/language.ts'
import { NoTasks } from '#app/worker/no-tasks.tsx'
import { Overview } from '#app/worker/overview.tsx'
import type { WorkerTab } from '#app/worker/paths.ts'
import { PayTab, type PayTabProps } from '#app/worker/pay-tab.tsx'
import type { ShownTask } from '#app/worker/shown-task.ts'
import { TabBar } from '#app/worker/tab-bar.tsx'
import { STARTING, TaskPanel } from '#app/worker/task-panel.tsx'
import { TaskRows } from '#app/worker/task-rows.tsx'
import { usePhone } from '#app/worker/use-phone.ts'
import { WaitingList } from '#app/worker/waiting-list.tsx'
import type { WrongField } from '#app/worker/words.ts'
import type { WorkerFigures } from '#shop/programme/dashboard.ts'

export type DashboardPageProps = {
  tab: WorkerTab
  figures: WorkerFigures
  now: ShownTask | null
  recent: ShownTask[]
  active: ShownTask[]
  completed: ShownTask[]
  pay: PayTabProps | null
  answer: Answer | undefined
}

type Answer = { ok: boolean; problem: WrongField | null; isGone?: boolean; isOffline?: boolean }

/** The worker's dashboard with one tab open. */
export function DashboardPage({
  tab,
  figures,
  now,
  recent,
  active,
  completed,
  pay,
  answer: answered,
}: DashboardPageProps) {
  const words = useWords()
  const started = useFetcher<Answer>({ key: STARTING }).data
  const answer = started ?? answered
  const { refusals } = usePhone()
  const { revalidate } = useRevalidator()
  // What was refused is not as this page says.
  useEffect(() => void (refusals > 0 && revalidate()), [refusals, revalidate])
  return (
    <>
      <title>{words.title}</title>
      {answer && !answer.ok && (
        <p role="alert" className="worker-problem">
          {answer.isGone && words.refused.gone}
          {answer.isOffline && words.needsNetwork}
          {!answer.isGone &&
            !answer.isOffline &&
            (answer.problem ? words.wrongFields[answer.problem] : words.wrong)}
        </p>
      )}
      {answer?.ok && tab === 'pay' && (
        <p role="status" className="worker-done">
          {words.saved}
        </p>
      )}
      <WaitingList refused />
      {tab === 'overview' && <Overview figures={figures} now={now} recent={recent} />}
      {tab === 'active' && <ActiveTasks tasks={active} />}
      {tab === 'completed' && <CompletedTasks tasks={completed} />}
      {tab === 'pay' && pay && <PayTab {...pay} />}
      <WaitingList />
      <TabBar open={tab} />
    </>
  )
}

function ActiveTasks({ tasks }: { tasks: ShownTask[] }) {
  const words = useWords()
  return (
    <section className="worker-part">
      <h2>{words.activeTasks}</h2>
      {tasks.length === 0 && <NoTasks title={words.noActive}>{words.noTasksMore}</NoTasks>}
      <ul className="panels">
        {tasks.map((task) => (
          <TaskPanel key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}

function CompletedTasks({ tasks }: { tasks: ShownTask[] }) {
  const words = useWords()
  return (
    <section className="worker-part panel">
      <h2>{words.completedTasks}</h2>
      {tasks.length === 0 ? <NoTasks title={words.noCompleted} /> : <TaskRows tasks={tasks} withPhotos />}
    </section>
  )
}
