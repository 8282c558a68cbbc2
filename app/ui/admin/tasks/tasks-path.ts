import { DASHBOARD } from '#app/ui/admin/tabs.ts'

export const TASKS = `${DASHBOARD}/tasks`
