import { DASHBOARD } from '#app/admin/tabs.ts'

export const TASKS = `${DASHBOARD}/tasks`
