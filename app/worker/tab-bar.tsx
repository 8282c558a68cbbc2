import { Link } from 'react-router'
import { Icon } from '#app/kit/icon.tsx'
import type { IconName } from '#app/kit/icons.ts'
import { useWords } from '#app/worker/language.ts'
import { tabPath, WORKER_TABS, type WorkerTab } from '#app/worker/paths.ts'

const ICONS: Record<WorkerTab, IconName> = {
  overview: 'house',
  active: 'package',
  completed: 'circle-check',
  pay: 'indian-rupee',
}

/** The tabs, at the thumb. */
export function TabBar({ open }: { open: WorkerTab }) {
  const words = useWords()
  const names: Record<WorkerTab, string> = {
    overview: words.overview,
    active: words.activeTasks,
    completed: words.completedTasks,
    pay: words.pay,
  }
  return (
    <nav className="worker-tabs" aria-label={words.tabs}>
      {WORKER_TABS.map((tab) => (
        <Link key={tab} to={tabPath(tab)} aria-current={tab === open ? 'page' : undefined}>
          <Icon name={ICONS[tab]} />
          {names[tab]}
        </Link>
      ))}
    </nav>
  )
}
