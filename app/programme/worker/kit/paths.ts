import { WORKER_HOME } from '#app/kit/paths.ts'

/** The picture beside empty lists of tasks and payments. */
export const CALENDAR_PICTURE = '/illustrations/work-calendar.svg'

export const WORKER_TABS = ['overview', 'active', 'completed', 'pay'] as const
export type WorkerTab = (typeof WORKER_TABS)[number]

/** Returns the path of a tab. The overview is the dashboard itself. */
export function tabPath(tab: WorkerTab): string {
  return tab === 'overview' ? WORKER_HOME : `${WORKER_HOME}?tab=${tab}`
}

/** Returns the tab that a `tab` parameter names, or the overview for an unknown name. */
export function tabOf(name: string | null): WorkerTab {
  return WORKER_TABS.find((tab) => tab === name) ?? 'overview'
}

/** Returns the name of a form of the dashboard: its intent and the id of its row. */
export function answerTarget(form: FormData): string {
  const id = form.get('id') ?? form.get('payoutLineId') ?? ''
  return `${form.get('intent')} ${id}`.trim()
}

export const NEWS_PATH = `${WORKER_HOME}/messages`

export function photoPagePath(workLogId: string): string {
  return `/upload-task-photo/${workLogId}`
}
