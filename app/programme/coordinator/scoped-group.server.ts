import { data } from 'react-router'
import type { StaffCtx } from '#app/request/guards.server.ts'
import { coordinatesGroup } from '#shop/programme/coordination.ts'
import type { Group } from '#shop/programme/worker.ts'
import { findGroup } from '#shop/programme/workers.read.ts'

/** Returns the group in a page's URL. Throws 404 if it is missing, or if the actor does not coordinate it. */
export async function groupOf({ db, actor }: StaffCtx, groupId: string): Promise<Group> {
  const group = await findGroup(db, groupId)
  if (!group || !coordinatesGroup(actor, group.id)) throw data(null, { status: 404 })
  return group
}
