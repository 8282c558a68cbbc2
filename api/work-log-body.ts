import { z } from '@hono/zod-openapi'
import { BODIES } from '#api/examples.ts'
import { snakeShape } from '#api/snake-case.ts'
import { cleanText } from '#shop/kernel/text.ts'
import { batchInput, ratingInput, referenceInput, stockedInput } from '#shop/programme/input.ts'
import { REJECTION_PRESETS } from '#shop/programme/rejection.ts'
import { taskInput } from '#shop/programme/task-fields.ts'

const workerId = z.uuid('Not a worker').toLowerCase().nullable()

export const newWorkLogBody = z
  .object({ ...snakeShape(taskInput.shape), user_id: workerId.optional() })
  .openapi('NewWorkLog', {
    description: 'Without `user_id` the task is unassigned',
    example: BODIES.NewWorkLog,
  })

/** A change names exactly one of these actions; the other fields belong to one of them. */
const ACTIONS = [
  'status',
  'progress_count',
  'user_id',
  'admin_review_status',
  'payment_status',
  'product_id',
  'stock_quantity',
] as const
export type WorkLogAction = (typeof ACTIONS)[number]

export const workLogChangeBody = z
  .object({
    status: z.literal('in_progress', { error: 'A task is started with in_progress; a photo completes it' }),
    progress_count: z.number().int().min(0),
    user_id: workerId,
    admin_review_status: z.enum(['approved', 'rejected']),
    rating: ratingInput,
    rejection_reason: z.string().overwrite(cleanText).max(500),
    rejection_preset: z.enum(REJECTION_PRESETS.map(({ key }) => key)),
    payment_status: z.literal('paid'),
    payment_reference: referenceInput,
    reference_repeated: z.boolean().openapi({
      description:
        'True when one transfer paid several tasks. Otherwise a reference that another payment has is refused (409, `reference_used`), and the message names that payment.',
      example: true,
    }),
    product_id: batchInput.shape.productId,
    batch_code: batchInput.shape.batchCode,
    stock_quantity: stockedInput,
  })
  .partial()
  .refine((sent) => actionsIn(sent).length === 1, {
    error: `Please send exactly one of ${ACTIONS.join(', ')}`,
  })
  .refine((sent) => sent.admin_review_status !== 'approved' || sent.rating !== undefined, {
    error: 'Please give 1 to 5 stars',
    path: ['rating'],
  })
  .refine(
    (sent) =>
      sent.admin_review_status !== 'rejected' || Boolean(sent.rejection_reason || sent.rejection_preset),
    { error: 'Please give a reason', path: ['rejection_reason'] },
  )
  .refine((sent) => sent.payment_status === undefined || sent.payment_reference !== undefined, {
    error: 'Please enter the reference of the transfer',
    path: ['payment_reference'],
  })
  .refine((sent) => sent.reference_repeated === undefined || sent.payment_status !== undefined, {
    error: 'This belongs to a payment',
    path: ['reference_repeated'],
  })
  .openapi('WorkLogChange', {
    example: BODIES.WorkLogChange,
    description:
      'Workers: start (`status`) or count (`progress_count`). Admins: assign (`user_id`), review (`admin_review_status` with `rating` or a reason), pay (`payment_status` with `payment_reference`, and `reference_repeated` when another payment has the same one), name what was made (`product_id`, `batch_code`), or say how many units of it are added to stock (`stock_quantity`: with an approval or after it; the stock moves by the difference, 0 takes them back).',
  })
export type WorkLogChange = z.infer<typeof workLogChangeBody>

/** `stock_quantity` belongs to an approval, and is an action without one. */
function actionsIn(sent: Partial<Record<WorkLogAction, unknown>>): WorkLogAction[] {
  const isApproval = sent.admin_review_status === 'approved'
  return ACTIONS.filter((name) => sent[name] !== undefined && !(isApproval && name === 'stock_quantity'))
}

export function actionOf(change: WorkLogChange): WorkLogAction {
  const [action] = actionsIn(change)
  if (!action) throw new TypeError('a change without an action passed the check')
  return action
}
