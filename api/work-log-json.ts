import { z } from '@hono/zod-openapi'
import { timeJson } from '#api/contract.ts'
import { responseShape, toJson } from '#api/field-json.ts'
import { snakeKeys } from '#api/snake-case.ts'
import type { Ctx } from '#shop/ctx.ts'
import { may } from '#shop/kernel/permissions.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import {
  PHOTO_FLAGS,
  REVIEW_STATUSES,
  STATUSES_OF,
  TASK_PAYMENT_STATUSES,
  type Task,
  WORK_LOG_STATUSES,
} from '#shop/programme/task.ts'
import { TASK_FIELDS } from '#shop/programme/task-fields.ts'

const forAdmins = { description: 'For admins only' }

export const workLogJson = z
  .object({
    id: z.uuid(),
    task_id: z.uuid().openapi({ description: 'Shared by tasks that were created together' }),
    user_id: z.uuid().nullable().openapi({ description: 'The worker; null while the task is unassigned' }),
    ...responseShape(TASK_FIELDS),
    progress_count: z.number().int().openapi({ description: 'How many are done so far' }),
    status: z.enum(WORK_LOG_STATUSES),
    admin_review_status: z.enum(REVIEW_STATUSES).nullable(),
    payment_status: z.enum(TASK_PAYMENT_STATUSES),
    assigned_date: timeJson.nullable(),
    submission_date: timeJson.nullable(),
    review_date: timeJson.nullable(),
    rating: z.number().int().min(1).max(5).nullable(),
    rejection_reason: z.string().nullable(),
    photo_url: z
      .string()
      .nullable()
      .openapi({ description: 'A link that works for 30 to 60 minutes, for everyone who may see the task' }),
    batch_code: z.string().nullable(),
    stocked_quantity: z
      .number()
      .int()
      .nullable()
      .openapi({ description: 'Units of the product that were added to stock; null: none' }),
    created_at: timeJson,
    worker_name: z.string().nullable().optional().openapi(forAdmins),
    worker_phone: z.string().nullable().optional().openapi(forAdmins),
    photo_flags: z.array(z.enum(PHOTO_FLAGS)).optional().openapi(forAdmins),
  })
  .openapi('WorkLog')

export function toWorkLogJson(task: Task, { actor, links, now }: Ctx): z.infer<typeof workLogJson> {
  const { status, adminReviewStatus, paymentStatus } = STATUSES_OF[task.state]
  const { id, batchId: taskId, userId, worker, photo, assignedDate, submissionDate, reviewDate } = task
  const { progressCount, rating, rejectionReason, batchCode, stockedQuantity, createdAt } = task
  return {
    ...snakeKeys({ id, taskId, userId, status, adminReviewStatus, paymentStatus }),
    ...snakeKeys({ assignedDate, submissionDate, reviewDate, createdAt }),
    ...snakeKeys({ progressCount, rating, rejectionReason, batchCode, stockedQuantity }),
    ...toJson(TASK_FIELDS, task),
    photo_url: photo && photoPath(links, { workLogId: id, photoId: photo.id }, now),
    ...(may(actor, 'programme') && {
      worker_name: worker?.fullName ?? null,
      worker_phone: worker?.phone ?? null,
      photo_flags: photo?.flags ?? [],
    }),
  }
}
