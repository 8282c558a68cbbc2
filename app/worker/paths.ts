export const WORKER_HOME = '/shg-worker-dashboard'

export const WORKER_TABS = ['overview', 'active', 'completed', 'pay'] as const
export type WorkerTab = (typeof WORKER_TABS)[number]

/** The address of a tab; the overview is the dashboard itself. */
export function tabPath(tab: WorkerTab): string {
  return tab === 'overview' ? WORKER_HOME : `${WORKER_HOME}?tab=${tab}`
}

/** The tab that an address names. */
export function tabOf(name: string | null): WorkerTab {
  return WORKER_TABS.find((tab) => tab === name) ?? 'overview'
}

/** Where the photo of a task is sent. */
export function photoPagePath(workLogId: string): string {
  return `/upload-task-photo/${workLogId}`
}
