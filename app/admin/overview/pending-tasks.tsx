import { EmptyList } from '#app/admin/kit/empty-list.tsx'
import { DASHBOARD } from '#app/admin/tabs.ts'
import { ButtonLink } from '#app/kit/button-link.tsx'
import type { PendingTask } from '#shop/analytics/overview.ts'
import { formatDayAndTime } from '#shop/kernel/time.ts'

/** Finished tasks whose photo waits, those that have waited longest. */
export function PendingTasks({ tasks }: { tasks: PendingTask[] }) {
  if (tasks.length === 0) return <EmptyList title="No photo waits for approval" />
  return (
    <>
      <ul className="needs">
        {tasks.map(({ id, taskName, workerName, quantity, unit, submittedAt }) => (
          <li key={id} className="needs-plain">
            <span>
              <b>{taskName}</b>
              <span>
                {workerName}, {quantity.toLocaleString('en-IN')} {unit}, sent {formatDayAndTime(submittedAt)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <ButtonLink to={`${DASHBOARD}/task-approvals`} look="line" className="mt-3">
        Review photos
      </ButtonLink>
    </>
  )
}
