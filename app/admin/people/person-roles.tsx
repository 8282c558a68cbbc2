import { Form } from 'react-router'
import { Button } from '#app/kit/button.tsx'
import { Checkbox } from '#app/kit/checkbox.tsx'
import { Options, SelectField } from '#app/kit/fields.tsx'
import { Badge } from '#app/kit/status.tsx'
import { PostButton } from '#app/kit/submit-button.tsx'
import { STAFF_ROLE_NAMES, STAFF_ROLE_WORK, STAFF_ROLES, type StaffRole } from '#shop/kernel/staff-role.ts'
import type { Group } from '#shop/programme/worker.ts'

type CoordinatorProps = { groups: Group[]; coordinates: readonly string[] }

/** A form for the groups that a person coordinates. A person without groups is not a coordinator. */
export function CoordinatorForm({ groups, coordinates }: CoordinatorProps) {
  return (
    <Form method="post" className="record-form">
      <h3>Coordinator</h3>
      <p>A coordinator hands out tasks to these groups, checks their photos and sees their pay.</p>
      {groups.length === 0 ? (
        <p>No groups yet. Add one on the Tasks tab.</p>
      ) : (
        <fieldset>
          <legend className="field-label">Groups</legend>
          {groups.map(({ id, name, place }) => (
            <Checkbox
              key={id}
              name="groupIds"
              value={id}
              label={name}
              hint={place}
              defaultChecked={coordinates.includes(id)}
            />
          ))}
        </fieldset>
      )}
      <div className="record-buttons">
        <Button look="line" name="intent" value="coordinate">
          Save groups
        </Button>
      </div>
    </Form>
  )
}

type Roles = { staffRole: StaffRole | null; isWorker: boolean }
type RolesProps = { person: Roles; isSelf: boolean; mayGiveRoles: boolean }

export function RoleForms({ person: { staffRole, isWorker }, isSelf, mayGiveRoles }: RolesProps) {
  return (
    <section>
      <h3>Roles</h3>
      {isSelf ? (
        <p>This is your own account. Another owner may change its roles.</p>
      ) : (
        <>
          {mayGiveRoles && (
            <Form method="post" className="record-form">
              <RoleFields label="Role in the shop" chosen={staffRole ?? ''} none />
              <div className="record-buttons">
                <Button look="line" name="intent" value="role">
                  Save the role
                </Button>
              </div>
            </Form>
          )}
          {isWorker && (
            <PostButton fields={{ intent: 'dismiss' }} form={{ className: 'record-buttons' }} look="line">
              Remove the worker role
            </PostButton>
          )}
        </>
      )}
    </section>
  )
}

type RoleFieldsProps = {
  label: string
  /** The chosen role; '' for none. `none`: true if the form has the choice 'None'. */
  chosen: StaffRole | ''
  none?: boolean
}

/** The choice of a staff role (form field `staffRole`), with a description of each role. */
export function RoleFields({ label, chosen, none = false }: RoleFieldsProps) {
  return (
    <>
      <SelectField label={label} name="staffRole" defaultValue={chosen}>
        {none && <option value="">None</option>}
        <Options values={STAFF_ROLES} names={STAFF_ROLE_NAMES} />
      </SelectField>
      <ul className="data-sub">
        {STAFF_ROLES.map((role) => (
          <li key={role}>
            {STAFF_ROLE_NAMES[role]}: {STAFF_ROLE_WORK[role]}
          </li>
        ))}
      </ul>
    </>
  )
}

type BadgesProps = {
  person: Roles & { isCoordinator: boolean; email: string | null; emailVerified: boolean }
}

export function RoleBadges({ person }: BadgesProps) {
  const { staffRole, isWorker, isCoordinator, email, emailVerified } = person
  return (
    <span className="badges">
      {staffRole && <Badge tone="warning">{STAFF_ROLE_NAMES[staffRole]}</Badge>}
      {isCoordinator && <Badge tone="info">Coordinator</Badge>}
      {isWorker && <Badge tone="positive">Worker</Badge>}
      {!staffRole && !isWorker && !isCoordinator && <Badge dot={false}>Customer</Badge>}
      {email !== null && !emailVerified && <Badge tone="danger">Not verified</Badge>}
    </span>
  )
}
