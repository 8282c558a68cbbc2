/** Protection of each database column; docs/security.md has the rules of each level. */
import { PRODUCT_FIELDS } from '#shop/catalogue/product-fields.ts'
import { snakeCase } from '#shop/field.ts'

/** `plain`: why it is neither. */
export type Stored = 'encrypted' | 'hashed' | { plain: string }

const HELD_BY_LIBRARY = 'the account library looks it up itself; 190 random bits, and rows live 30 days'
const ONLY_ENDS = 'is in every email, and does no more than end them'
const NEVER_KEPT = 'always empty: the shop keeps no tokens of providers'

export const SENSITIVE: Readonly<Record<string, Stored>> = {
  'accounts.password': 'hashed',
  'accounts.access_token': { plain: NEVER_KEPT },
  'accounts.refresh_token': { plain: NEVER_KEPT },
  'accounts.id_token': { plain: NEVER_KEPT },
  'deletion_links.token_hash': 'hashed',
  'factor_challenges.challenge': {
    plain: 'a question, good once and for five minutes; the answer needs the key',
  },
  'factor_links.token_hash': 'hashed',
  'factors.sealed_secret': 'encrypted',
  'first_admin_links.token_hash': 'hashed',
  'former_phones.phone': 'encrypted',
  'newsletter_subscriptions.confirm_token_hash': 'hashed',
  'newsletter_subscriptions.unsubscribe_token': { plain: ONLY_ENDS },
  'payout_lines.upi_id': 'encrypted',
  'recovery_codes.code_hash': 'hashed',
  'refund_accounts.sealed': 'encrypted',
  'request_limits.key': 'hashed',
  'sessions.token': { plain: HELD_BY_LIBRARY },
  'staff_invitations.token_hash': 'hashed',
  'stock_notices.leave_token': { plain: ONLY_ENDS },
  'stock_notices.token_hash': 'hashed',
  'upi_changes.new_upi_id': 'encrypted',
  'upi_changes.old_upi_id': 'encrypted',
  'upi_changes.tell_phone': 'encrypted',
  'verifications.identifier': 'hashed',
  'worker_cards.token_hash': 'hashed',
  'worker_pins.pin_hash': 'hashed',
  'worker_sessions.token_hash': 'hashed',
  'workers.phone': 'encrypted',
  'workers.upi_id': 'encrypted',
}

type Listed = {
  level: 'public' | 'internal'
  /** Reviewed one by one: a new text must be listed. */
  texts: string
  /** Personal columns in this table. */
  personal?: string
}

const FIELD_COLUMNS = Object.keys(PRODUCT_FIELDS)
  .filter((key) => key !== 'category')
  .map(snakeCase)

/** Tables without people. Columns of any other table are personal or sensitive. */
export const NOT_PERSONAL: Readonly<Record<string, Listed>> = {
  audit_positions: { level: 'internal', texts: 'follower' },
  categories: { level: 'public', texts: 'id name slug' },
  customer_days: { level: 'internal', texts: '' },
  customer_gaps: { level: 'internal', texts: '' },
  daily_carriers: { level: 'internal', texts: 'carrier' },
  daily_categories: { level: 'internal', texts: 'category_id' },
  daily_offers: { level: 'internal', texts: 'code kind' },
  daily_places: { level: 'internal', texts: 'city state' },
  daily_products: { level: 'internal', texts: 'product_id' },
  daily_sales: { level: 'internal', texts: '' },
  daily_sources: { level: 'internal', texts: 'source' },
  daily_visits: { level: 'internal', texts: 'landing source' },
  document_numbers: { level: 'internal', texts: 'financial_year series' },
  gst_rates: { level: 'public', texts: 'hsn id source', personal: 'created_by' },
  kysely_migration: { level: 'internal', texts: 'name timestamp' },
  kysely_migration_lock: { level: 'internal', texts: 'id' },
  marketing_spend: { level: 'internal', texts: 'channel' },
  minimum_wages: { level: 'public', texts: 'id source state', personal: 'recorded_by' },
  monthly_places: { level: 'internal', texts: 'city state' },
  newsletter_visits: { level: 'internal', texts: 'newsletter_id' },
  newsletters: { level: 'public', texts: 'body id ordered preheader slug state status stop_reason subject' },
  picture_addresses: { level: 'internal', texts: 'picture_url problem product_id url' },
  pictures: { level: 'public', texts: 'id', personal: 'actor_id' },
  products: { level: 'public', texts: `id category_id ${FIELD_COLUMNS.join(' ')}` },
  register_days: { level: 'internal', texts: 'kind' },
  register_lines: { level: 'internal', texts: 'document_id hsn kind number state' },
  register_sums: { level: 'internal', texts: 'hsn kind state' },
  rollup_state: { level: 'internal', texts: '' },
  sandbox_orders: { level: 'internal', texts: 'id receipt' },
  sandbox_payments: { level: 'internal', texts: 'id order_id reason status' },
  sandbox_refunds: { level: 'internal', texts: 'id key payment_id' },
  shg_groups: { level: 'internal', texts: 'id name place state' },
  site_texts: { level: 'public', texts: 'document fields', personal: 'saved_by' },
  task_batches: { level: 'internal', texts: 'group_id id' },
  task_pictures: { level: 'internal', texts: 'id' },
  task_templates: {
    level: 'internal',
    texts:
      'group_id id picture_id product_id task_description task_description_hi task_name task_name_hi task_type unit',
  },
}

export function levelOf(table: string, column: string): 'public' | 'internal' | 'personal' | 'sensitive' {
  if (`${table}.${column}` in SENSITIVE) return 'sensitive'
  const listed = NOT_PERSONAL[table]
  return listed && !listed.personal?.split(' ').includes(column) ? listed.level : 'personal'
}

/** Columns that identify a person. */
const IDENTIFYING =
  'email full_name phone phone_number address_line1 address_line2 postal_code author_name business_name gstin ' +
  'recipient html_body text_body ip_address user_agent'

/** Too general to cut from a log. */
const GENERAL = ['key', 'sealed', 'auth', 'identifier', 'challenge']

/** Field names that no log line may show, in both notations. */
export function neverLogged(): string[] {
  const columns = [
    ...IDENTIFYING.split(' '),
    ...Object.keys(SENSITIVE).map((name) => name.split('.')[1] ?? ''),
  ]
  const names = columns.filter((name) => !GENERAL.includes(name))
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return [...new Set(names.flatMap((name) => [name, camel(name)]))].toSorted()
}
