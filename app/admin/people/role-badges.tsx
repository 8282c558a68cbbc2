import { Badge } from '#app/kit/status.tsx'
import type { ListedPerson } from '#shop/customers/people.ts'

export function RoleBadges({
  person,
}: {
  person: Pick<ListedPerson, 'isAdmin' | 'isWorker' | 'emailVerified'>
}) {
  return (
    <span className="badges">
      {person.isAdmin && <Badge tone="warning">Admin</Badge>}
      {person.isWorker && <Badge tone="positive">Worker</Badge>}
      {!person.isAdmin && !person.isWorker && <Badge dot={false}>Customer</Badge>}
      {!person.emailVerified && <Badge tone="danger">Not verified</Badge>}
    </span>
  )
}
