import type { TaskField, TaskTexts } from '#app/admin/tasks/task-texts.ts'
import { SelectField, TextAreaField, TextField } from '#app/kit/fields.tsx'
import { TASK_TYPES, taskTypeName } from '#shop/programme/task.ts'
import { UNITS, USUAL_TASKS } from '#shop/programme/task-words.ts'

/** The part of the task form about the work: name and description in both languages, type, quantity, product. */
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
        list="usual-tasks"
      />
      <Suggestions id="usual-tasks" of={USUAL_TASKS} />
      <TextField
        label="Task in Hindi"
        optional
        name="taskNameHi"
        lang="hi"
        maxLength={120}
        defaultValue={texts.taskNameHi}
        errors={errorsOf('taskNameHi')}
        hint="For workers who read Hindi. Left empty, they see the English, or the Hindi of a usual task."
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
      <TextAreaField
        label="Description in Hindi"
        optional
        name="taskDescriptionHi"
        lang="hi"
        rows={3}
        maxLength={2000}
        defaultValue={texts.taskDescriptionHi}
        errors={errorsOf('taskDescriptionHi')}
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
          list="usual-units"
          hint="Units of the list are also shown in Hindi."
        />
        <Suggestions id="usual-units" of={UNITS} />
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

/** English to choose from while typing, with the Hindi beside it. */
function Suggestions({ id, of }: { id: string; of: Readonly<Record<string, string>> }) {
  return (
    <datalist id={id}>
      {Object.entries(of).map(([english, hindi]) => (
        <option key={english} value={english} label={hindi} />
      ))}
    </datalist>
  )
}
