import { type Audited, type Changed, isObject, type Json, NOT_RECORDED } from '#shop/audit/change.ts'

/**
 * Fields whose values the log may hold. Any other may be personal, so the log holds only that it changed,
 * and nothing must be erased when an account is closed.
 */
const RECORDED: Readonly<Record<Audited, string>> = {
  product: `name price discountPrice category stockQuantity shortDescription description imageUrls imageAlts netQuantity mrp
    shelfLife countryOfOrigin maker fssaiLicence hsnCode gstPercent ingredients allergens usageInstructions benefits healthFocus
    nutrition cuisine region spiceLevel sweetLevel tastemakerPicks isPick slug shelf barcode isNew isActive archivedAt version`,
  order: `status paymentStatus payment trackingNumber carrier packed label slip mail cancellation refund amount returned reason
    lines flags table column`,
  coupon: `id code name description value minOrderAmount startDate expiryDate maxUses maxUsesPerCustomer isActive currentUses
    customerId createdAt updatedAt`,
  user: `staffRole isWorker coordinates by newDevice reason sessions kind recoveryCodes renewedAt factors resetAt coordinates table
    column`,
  invitation: 'staffRole',
  worker: 'isWorker groupId language madeByConsent countsFrom isTold messages card phones table column',
  group: 'name place state',
  task: `taskName taskNameHi taskType quantity unit productId paymentAmount expectedMinutes completionDeadline payPerUnit
    minutesPerUnit groupId picture isArchived userId userIds templateId shares state rating stockedQuantity approvedQuantity
    batchCode hasPicture decisionId`,
  payout: 'number state createdBy approved workLogId forAdmins table column',
  message: 'status',
  spend: 'amount',
  job: 'queue',
  setting: 'name amount hours validFrom source',
  'gst-rate': 'hsn validFrom source percent',
  month: 'month',
  text: '*',
  newsletter: `id slug subject preheader body ordered days state status batch recipients despitePromise createdAt updatedAt`,
  export: 'name filters',
  page: 'method',
}

/** Replaces values that the log does not hold. */
export function withoutPersonal(entity: Audited, { before: earlier, after: later }: Changed): Changed {
  const fields = RECORDED[entity].split(/\s+/)
  const isRecorded = (field: string, value: Json) =>
    value === null || value === '' || fields.includes(field) || fields.includes('*')
  const recorded = (state: Json): Json =>
    isObject(state)
      ? Object.fromEntries(
          Object.entries(state).map(([field, value]) => [
            field,
            isRecorded(field, value) ? value : NOT_RECORDED,
          ]),
        )
      : null
  return { before: recorded(earlier), after: recorded(later) }
}
