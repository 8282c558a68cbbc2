import { COORDINATOR_HOME } from '#app/kit/paths.ts'

export const PHOTOS = `${COORDINATOR_HOME}/photos`
export const TEMPLATES = `${COORDINATOR_HOME}/templates`

export function groupPath(groupId: string): string {
  return `${COORDINATOR_HOME}/groups/${groupId}`
}
