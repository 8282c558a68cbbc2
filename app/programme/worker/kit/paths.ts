import { WORKER_HOME } from '#app/kit/paths.ts'

/** The picture beside empty lists of tasks and payments. */
export const CALENDAR_PICTURE = '/illustrations/work-calendar.svg'

export const WORKER_TABS = ['overview', 'active', 'completed', 'pay'] as const
export type WorkerTab = (typeof WORKER_TABS)[number]

/** Returns the path of a tab; the overview is the dashboard itself. */
export function tabPath(tab: WorkerTab): string {
  return tab === 'overview' ? WORKER_HOME : `${WORKER_HOME}?tab=${tab}`
}

/** Returns the tab of a `tab` parameter, or the overview for unknown names. */
export function tabOf(name: string | null): WorkerTab {
  return WORKER_TABS.find((tab) => tab === name) ?? 'overview'
}

/** Names a form of the dashboard: its intent and the id of its row. */
export function answerTarget(form: FormData): string {
  const id = form.get('id') ?? form.get('payoutLineId') ?? ''
  return `${form.get('intent')} ${id}`.trim()
}

export const NEWS_PATH = `${WORKER_HOME}/messages`

export function photoPagePath(workLogId: string): string {
  return `/upload-task-photo/${workLogId}`
}
