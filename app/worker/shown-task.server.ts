import type { ShownTask } from '#app/worker/shown-task.ts'
import type { Ctx } from '#shop/ctx.ts'
import { reasonFor } from '#shop/programme/rejection.ts'
import { photoPath } from '#shop/programme/signed-url.ts'
import { canSendPhoto, type Task } from '#shop/programme/task.ts'
import { taskDescriptionIn, taskNameIn, unitIn } from '#shop/programme/task-words.ts'
import type { Language } from '#shop/programme/worker.ts'

/** A task for the worker's screens, in her language. */
export function shownTask({ links, now }: Ctx, language: Language, task: Task): ShownTask {
  const { photo } = task
  return {
    id: task.id,
    name: taskNameIn(language, task),
    description: taskDescriptionIn(language, task),
    state: task.state,
    quantity: task.quantity,
    unit: unitIn(language, task.unit),
    done: task.progressCount,
    asOf: now.getTime(),
    pay: task.paymentAmount,
    deadline: task.completionDeadline,
    isLate: (task.state === 'pending' || canSendPhoto(task.state)) && task.completionDeadline < now,
    reason: task.state === 'returned' ? reasonFor(task, language) : null,
    rating: task.rating,
    photo: photo && photoPath(links, { workLogId: task.id, photoId: photo.id }, now),
  }
}
