import { type AuditEntity, isObject, type Json, NOT_RECORDED, type StateChange } from '#shop/audit/change.ts'
import { SETTING_NAMES } from '#shop/setting-fields.ts'

/**
 * Fields whose values the log may contain. Any other value may be personal, so the log says only that the field
 * changed. Nothing then needs to be erased when an account is closed. `recorderOf` adds declared fields.
 */
const RECORDED_FIELDS: Readonly<Record<AuditEntity, string>> = {
  product: 'archivedAt version',
  order: `status paymentStatus payment trackingNumber carrier packed label slip mail cancellation refund amount returned reason
    lines flags discountPercent total table column`,
  coupon: 'id value currentUses customerId createdAt updatedAt',
  review: 'hiddenAt answeredAt',
  user: `staffRole isWorker coordinates by newDevice reason sessions kind recoveryCodes renewedAt factors resetAt coordinates table
    column`,
  invitation: 'staffRole',
  'api-key': 'name scopes expiresAt',
  worker: 'isWorker groupId language madeByConsent countsFrom isTold messages card phones table column',
  group: 'name place state',
  task: `taskName taskNameHi taskType quantity unit productId paymentAmount expectedMinutes completionDeadline payPerUnit
    minutesPerUnit groupId picture isArchived userId userIds templateId shares state rating stockedQuantity approvedQuantity
    batchCode hasPicture decisionId`,
  payout: 'number state createdBy approved workLogId forAdmins table column',
  message: 'status',
  spend: 'amount',
  job: 'queue',
  setting: `name amount hours validFrom source ${SETTING_NAMES.join(' ')}`,
  webhook: 'host kinds isActive event eventId',
  'gst-rate': 'hsn validFrom source percent',
  month: 'month',
  settlement: 'provider carrier reference day net fee tax orders',
  text: '*',
  newsletter: 'id slug status batch recipients despitePromise createdAt updatedAt',
  export: 'name filters',
  page: 'method',
}

/** Replaces the values of all other fields. */
export function withoutPersonal(
  entity: AuditEntity,
  change: StateChange,
  publicFields: readonly string[] = [],
): StateChange {
  const fields = [...RECORDED_FIELDS[entity].split(/\s+/), ...publicFields]
  const isRecorded = (field: string, value: Json) =>
    value === null || value === '' || fields.includes(field) || fields.includes('*')
  const redact = (state: Json): Json =>
    isObject(state)
      ? Object.fromEntries(
          Object.entries(state).map(([field, value]) => [
            field,
            isRecorded(field, value) ? value : NOT_RECORDED,
          ]),
        )
      : null
  return { before: redact(change.before), after: redact(change.after) }
}
