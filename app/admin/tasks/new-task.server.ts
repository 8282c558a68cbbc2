import { BLANK_TASK, type TaskField, type TaskTexts } from '#app/admin/tasks/task-texts.ts'
import { endOfDay } from '#shop/kernel/time.ts'
import { taskInput, userIdsInput } from '#shop/programme/input.ts'

export const newTaskInput = taskInput.extend({ userIds: userIdsInput })

/** Values of the task form, as typed or from the URL of a link in the planning view. */
export function taskTexts(sent: FormData | URLSearchParams): TaskTexts {
  const given = Object.keys(BLANK_TASK).filter((name) => name !== 'userIds' && sent.has(name))
  const texts = Object.fromEntries(given.map((name) => [name, String(sent.get(name)).slice(0, 2000)]))
  return { ...BLANK_TASK, ...texts, userIds: sent.getAll('userIds').map(String) }
}

/** The texts as the use case wants them; a deadline is the last moment of its day in India. */
export function taskValues(texts: TaskTexts) {
  return {
    ...texts,
    quantity: numberIn(texts.quantity),
    paymentAmount: numberIn(texts.paymentAmount),
    expectedMinutes: texts.expectedMinutes.trim() === '' ? null : numberIn(texts.expectedMinutes),
    completionDeadline: endOfDay(texts.deadline)?.toISOString(),
    productId: texts.productId || null,
  }
}

function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text)
}

/** Problems by field of the form. */
export function taskProblems(
  issues: readonly { path: PropertyKey[]; message: string }[],
): Partial<Record<TaskField, string>> {
  const fieldOf = (name: string) => (name === 'completionDeadline' ? 'deadline' : name) as TaskField
  return Object.fromEntries(issues.map(({ path, message }) => [fieldOf(String(path[0])), message]).reverse())
}
