import { COORDINATOR_HOME } from '#app/kit/paths.ts'

export const PHOTOS = `${COORDINATOR_HOME}/photos`
export const MESSAGES = `${COORDINATOR_HOME}/messages`
export const QUESTIONS = `${COORDINATOR_HOME}/questions`
export const TEMPLATES = `${COORDINATOR_HOME}/templates`

/** Returns the paths for adding workers to a group and for their cards. */
export function workersPlace<Group extends { id: string }>(group: Group) {
  return { path: `${groupPath(group.id)}/workers`, cards: `${COORDINATOR_HOME}/cards`, group }
}

export function groupPath(groupId: string): string {
  return `${COORDINATOR_HOME}/groups/${groupId}`
}
