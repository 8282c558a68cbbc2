import type { TaskField, TaskTexts } from '#app/admin/tasks/task-texts.ts'
import { SelectField } from '#app/kit/select-field.tsx'
import { TextAreaField } from '#app/kit/text-area-field.tsx'
import { TextField } from '#app/kit/text-field.tsx'
import { TASK_TYPES, taskTypeName } from '#shop/programme/task.ts'

/** What is to be done, and how much of it. */
export function TaskBasics({
  texts,
  errorsOf,
  products,
}: {
  texts: TaskTexts
  errorsOf: (field: TaskField) => string[] | null
  products: { id: string; name: string }[]
}) {
  return (
    <>
      <TextField
        label="Name"
        name="taskName"
        required
        maxLength={120}
        defaultValue={texts.taskName}
        errors={errorsOf('taskName')}
      />
      <TextAreaField
        label="Description"
        optional
        name="taskDescription"
        rows={3}
        maxLength={2000}
        defaultValue={texts.taskDescription}
        errors={errorsOf('taskDescription')}
      />
      <div className="task-form-row">
        <SelectField label="Type" name="taskType" defaultValue={texts.taskType} errors={errorsOf('taskType')}>
          {TASK_TYPES.map((type) => (
            <option key={type} value={type}>
              {taskTypeName(type)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Quantity"
          name="quantity"
          inputMode="numeric"
          required
          defaultValue={texts.quantity}
          errors={errorsOf('quantity')}
        />
        <TextField
          label="Unit"
          name="unit"
          required
          maxLength={30}
          defaultValue={texts.unit}
          errors={errorsOf('unit')}
        />
      </div>
      <SelectField
        label="Product"
        optional
        name="productId"
        defaultValue={texts.productId}
        errors={errorsOf('productId')}
        hint="What the work goes into. Its batch can be named once the task is approved."
      >
        <option value="">None</option>
        {products.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
