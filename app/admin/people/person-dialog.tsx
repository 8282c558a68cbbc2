import { Form, Link } from 'react-router'
import { type Question, QuestionDialog } from '#app/admin/kit/question.tsx'
import { Facts, RecordDialog } from '#app/admin/kit/record-dialog.tsx'
import type { AdminAnswer } from '#app/admin/kit/status-notice.tsx'
import { RoleBadges } from '#app/admin/people/role-badges.tsx'
import { WorkerForm, type WorkerFormProps } from '#app/admin/people/worker-form.tsx'
import { DASHBOARD } from '#app/admin/tabs.ts'
import { Button } from '#app/kit/button.tsx'
import type { ListedPerson } from '#shop/customers/people.ts'
import { formatPrice, wholeRupees } from '#shop/kernel/money.ts'
import { formatDay } from '#shop/kernel/time.ts'

export type PersonDialogProps = {
  person: ListedPerson
  /** True for the admin who looks at this: nobody changes their own roles. */
  isSelf: boolean
  worker: WorkerFormProps
  closeTo: string
  answer: AdminAnswer | undefined
  /** Asked before a role changes. */
  question: Question | undefined
  /** The address of this dialog. */
  here: string
}

/** One account: who it is, what it did, its roles, and what is known of a worker. */
export function PersonDialog(props: PersonDialogProps) {
  const { person, isSelf, worker, closeTo, answer, question, here } = props
  if (question) return <QuestionDialog question={question} closeTo={here} />
  const { id, fullName, email, phoneNumber, createdAt, orders, spent, isWorker } = person
  return (
    <RecordDialog title={fullName} closeTo={closeTo} answer={answer}>
      <Facts
        facts={[
          { label: 'E-mail', value: email },
          { label: 'Phone', value: phoneNumber ?? 'Not given' },
          { label: 'Since', value: formatDay(createdAt) },
          { label: 'Roles', value: <RoleBadges person={person} /> },
          { label: 'Orders', value: orders.toLocaleString('en-IN') },
          { label: 'Spent on paid orders, less refunds', value: formatPrice(wholeRupees(spent)) },
        ]}
      />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link className="link" to={`${DASHBOARD}/orders?customer=${id}`}>
          Orders of this account
        </Link>
        {isWorker && (
          <Link className="link" to={`${DASHBOARD}/tasks`}>
            Tasks
          </Link>
        )}
        <Link className="link" to={`${DASHBOARD}/audit?id=${id}`}>
          Changes to this account
        </Link>
      </p>
      <Roles person={person} isSelf={isSelf} />
      <WorkerForm {...worker} />
    </RecordDialog>
  )
}

function Roles({ person: { isAdmin, isWorker }, isSelf }: { person: ListedPerson; isSelf: boolean }) {
  return (
    <section>
      <h3>Roles</h3>
      {isSelf ? (
        <p>This is your own account. Another admin may change its roles.</p>
      ) : (
        <Form method="post" className="record-buttons">
          <Button look="line" name="intent" value={isAdmin ? 'demote' : 'promote'}>
            {isAdmin ? 'Take the admin role' : 'Make an admin'}
          </Button>
          {isWorker && (
            <Button look="line" name="intent" value="dismiss">
              Take the worker role
            </Button>
          )}
        </Form>
      )}
    </section>
  )
}
